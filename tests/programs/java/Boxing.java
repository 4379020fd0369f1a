// Boxing and its caches: identity of small and large boxes, null unboxed, mixed comparison, and boxed counters.
// entry: identical(int)         bounds: --max-calls 20 --max-loop 3     paths: 3
// entry: unboxed(Integer, Integer)  bounds: --max-calls 20 --max-loop 3     paths: 6
// entry: mixed(Boolean, Character)  bounds: --max-calls 20 --max-loop 3     paths: 6

public class Boxing {
    /** Boxes of -128 to 127 are cached, so their identity is that of their values. */
    static boolean identical(int x) {
        Integer a = x;
        Integer b = x;
        return a == b;
    }

    static int unboxed(Integer a, Integer b) {
        if (a == b) {
            return 0;
        }
        return a.equals(b) ? 1 : a < b ? 2 : 3;
    }

    static int mixed(Boolean flag, Character c) {
        char digit = flag ? c : '7';
        Long wide = (long) digit;
        return wide.equals(55L) ? 1 : wide.equals((Object) 55) ? 2 : 3;
    }

    static Integer counted(Integer count) {
        return count == null ? 1 : ++count;
    }
}
