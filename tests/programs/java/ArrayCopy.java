// System.arraycopy: overlapping ranges, ranges out of bounds, copies between types, and clones.
// entry: shift(int[], int)      bounds: --max-calls 20 --max-loop 4     paths: 4
// entry: between(Object[], Item[], int)  bounds: --max-calls 20 --max-loop 4     paths: 9
// entry: moved(int[], int)      bounds: --max-calls 20 --max-loop 4     paths: 6
// entry: cloned(int[])          bounds: --max-calls 20 --max-loop 4     paths: 4

public class ArrayCopy {
    static final class Item {
        int weight;
    }

    /** Makes room at i by moving the rest up; the last element is lost. */
    static int shift(int[] a, int i) {
        if (a.length != 3) {
            return -1;
        }
        System.arraycopy(a, i, a, i + 1, a.length - 1 - i);
        return a[2];
    }

    static Item between(Object[] from, Item[] to, int count) {
        if (count > 2) {
            return null;
        }
        System.arraycopy(from, 0, to, 0, count);
        return to[0];
    }

    /** Never -1: what was moved is found where it was moved to. */
    static int moved(int[] a, int i) {
        int[] b = new int[a.length];
        System.arraycopy(a, 1, b, 0, 2);
        if (b[i] != a[i + 1]) {
            return i < 2 ? -1 : 1;
        }
        return 0;
    }

    static boolean cloned(int[] a) {
        if (a.length == 0 || a.length > 2) {
            return false;
        }
        int[] b = a.clone();
        b[0]++;
        return a[0] == b[0] - 1 && a != b;
    }
}
