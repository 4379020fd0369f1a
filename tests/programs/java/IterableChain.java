// A chain of ints that is Iterable: an iterator as inner class, used by an enhanced for loop, with removal.
// entry: sum()                  bounds: --max-calls 8 --max-loop 3      paths: 5
// entry: removeAll(int)         bounds: --max-calls 20 --max-loop 2     paths: 39
// entry: second()               bounds: --max-calls 20 --max-loop 3     paths: 3

import java.util.Iterator;
import java.util.NoSuchElementException;

public class IterableChain implements Iterable<IterableChain.Link> {
    static final class Link {
        int value;
        Link next;
    }

    Link head;

    private final class Walk implements Iterator<Link> {
        private Link before;
        private Link last;
        private Link upcoming = head;

        @Override
        public boolean hasNext() {
            return upcoming != null;
        }

        @Override
        public Link next() {
            if (upcoming == null) {
                throw new NoSuchElementException();
            }
            before = last == null ? before : last;
            last = upcoming;
            upcoming = upcoming.next;
            return last;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            if (before == null) {
                head = upcoming;
            } else {
                before.next = upcoming;
            }
            last = null;
        }
    }

    @Override
    public Iterator<Link> iterator() {
        return new Walk();
    }

    int sum() {
        int sum = 0;
        for (Link link : this) {
            sum += link.value;
        }
        return sum;
    }

    int removeAll(int value) {
        int removed = 0;
        for (Iterator<Link> i = iterator(); i.hasNext(); ) {
            if (i.next().value == value) {
                i.remove();
                removed++;
            }
        }
        return removed;
    }

    Link second() {
        Iterator<Link> i = iterator();
        i.next();
        return i.next();
    }
}
