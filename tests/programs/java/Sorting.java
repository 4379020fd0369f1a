// Insertion sort and binary search on arrays of at most three elements.
// entry: sorted(int[])          bounds: --max-calls 20 --max-loop 6     paths: 11
// entry: search(int[], int)     bounds: --max-calls 20 --max-loop 3     paths: 11

public class Sorting {
    static int[] sorted(int[] a) {
        if (a.length > 3) {
            return null;
        }
        for (int i = 1; i < a.length; i++) {
            int x = a[i];
            int j = i;
            for (; j > 0 && a[j - 1] > x; j--) {
                a[j] = a[j - 1];
            }
            a[j] = x;
        }
        return a;
    }

    /** Where x is, or -1 - i if it would have to be inserted at i.  The array is taken as sorted. */
    static int search(int[] a, int x) {
        int low = 0;
        int high = Math.min(a.length, 3) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (a[middle] == x) {
                return middle;
            }
            if (a[middle] < x) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }
}
