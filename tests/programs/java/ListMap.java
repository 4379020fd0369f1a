// An association list with a move-to-front rule: found entries are relinked as first.
// entry: get(Object)            bounds: --max-calls 8 --max-loop 2      paths: 7
// entry: put(Object, int)       bounds: --max-calls 8 --max-loop 2      paths: 7

public class ListMap {
    static final class Entry {
        Object key;
        int value;
        Entry next;
    }

    Entry first;

    private Entry find(Object key) {
        Entry before = null;
        for (Entry e = first; e != null; before = e, e = e.next) {
            if (e.key == key) {
                if (before != null) {
                    before.next = e.next;
                    e.next = first;
                    first = e;
                }
                return e;
            }
        }
        return null;
    }

    int get(Object key) {
        Entry e = find(key);
        return e == null ? -1 : e.value;
    }

    boolean put(Object key, int value) {
        Entry e = find(key);
        if (e != null) {
            e.value = value;
            return false;
        }
        Entry added = new Entry();
        added.key = key;
        added.value = value;
        added.next = first;
        first = added;
        return true;
    }
}
