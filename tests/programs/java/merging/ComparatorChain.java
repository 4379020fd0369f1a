// Comparing by three keys, each null or not, in the middle of a selection of the least of a chain of records.
// entry: least(Entry)           bounds: --max-calls 8 --max-loop 2      paths: 331

public class ComparatorChain {
    static final class Entry {
        Integer2 major;
        int minor;
        boolean last;
        Entry next;
    }

    static final class Integer2 {
        int value;
    }

    static Entry least(Entry entry) {
        Entry least = entry;
        while (entry != null) {
            if (compare(entry, least) < 0) {
                least = entry;
            }
            entry = entry.next;
        }
        return least;
    }

    private static int compare(Entry a, Entry b) {
        int byMajor = Integer.compare(a.major == null ? 0 : a.major.value, b.major == null ? 0 : b.major.value);
        if (byMajor != 0) {
            return byMajor;
        }
        int byMinor = Integer.compare(a.minor, b.minor);
        return byMinor != 0 ? byMinor : Boolean.compare(a.last, b.last);
    }
}
