// Merging of intervals; there may be none.
// bug: 34 java.util.NoSuchElementException merged
// calls: new Intervals().merged();

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

public class Intervals {
    public static final class Interval {
        final int start;
        final int end;

        public Interval(int start, int end) {
            if (end < start) {
                throw new IllegalArgumentException("ends before it starts");
            }
            this.start = start;
            this.end = end;
        }
    }

    private final List<Interval> intervals = new ArrayList<>();

    public void add(int start, int end) {
        intervals.add(new Interval(start, end));
        intervals.sort(Comparator.comparingInt(interval -> interval.start));
    }

    public List<Interval> merged() {
        List<Interval> result = new ArrayList<>();
        Iterator<Interval> rest = intervals.iterator();
        Interval current = rest.next();
        while (rest.hasNext()) {
            Interval next = rest.next();
            if (next.start <= current.end) {
                current = new Interval(current.start, Math.max(current.end, next.end));
            } else {
                result.add(current);
                current = next;
            }
        }
        result.add(current);
        return result;
    }

    public int count() {
        return intervals.size();
    }
}
