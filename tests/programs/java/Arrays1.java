// Arrays of any length and content: search, a swap at two indices that may be one, negative sizes, and a copy.
// entry: indexOf(int[], int)    bounds: --max-calls 20 --max-loop 3     paths: 10
// entry: swap(int[], int, int)  bounds: --max-calls 20 --max-loop 3     paths: 5
// entry: differ(int[], int, int)  bounds: --max-calls 20 --max-loop 3   paths: 5
// entry: grown(long[], int)     bounds: --max-calls 20 --max-loop 3     paths: 10

public class Arrays1 {
    static int indexOf(int[] a, int x) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) {
                return i;
            }
        }
        return -1;
    }

    static boolean swap(int[] a, int i, int j) {
        int x = a[i];
        a[i] = a[j];
        a[j] = x;
        return a[i] == x;
    }

    /** Never -1: an element does not differ from itself. */
    static int differ(int[] a, int i, int j) {
        if (a[i] != a[j]) {
            return i == j ? -1 : 1;
        }
        return 0;
    }

    static long grown(long[] a, int by) {
        if (a.length > 2 || by > 2) {
            return 0;
        }
        long[] b = new long[a.length + by];
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b.length == 0 ? -1 : b[b.length - 1];
    }
}
