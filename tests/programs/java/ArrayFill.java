// Arrays.fill: whole arrays and ranges of any length, arrays that may be one, and elements that do not fit.
// entry: whole(int[], int, int) bounds: --max-calls 20 --max-loop 3     paths: 4
// entry: ranged(long[], int, int)  bounds: --max-calls 20 --max-loop 3     paths: 7
// entry: shared(byte[], byte[], int)  bounds: --max-calls 20 --max-loop 3     paths: 5
// entry: stored(Object, Item)   bounds: --max-calls 20 --max-loop 3     paths: 6
// entry: cleared(Item[], Item[], int)  bounds: --max-calls 20 --max-loop 3     paths: 5
// entry: caught(Object, Item, int, int)  bounds: --max-calls 20 --max-loop 3     paths: 9
// entry: made(int, boolean)     bounds: --max-calls 20 --max-loop 3     paths: 7

import java.util.Arrays;

public class ArrayFill {
    static class Item {
        int weight;
    }

    static final class Light extends Item {
    }

    static int whole(int[] a, int i, int v) {
        int before = a[i];
        Arrays.fill(a, v);
        return before == v ? 0 : a[i] - v;
    }

    static long ranged(long[] a, int from, int to) {
        Arrays.fill(a, from, to, 7L);
        return a[from] == 7 ? 1 : 0;
    }

    /** What is written to one array is in the other one, if they are the same. */
    static int shared(byte[] a, byte[] b, int v) {
        int before = b[0];
        Arrays.fill(a, (byte) v);
        return b[0] == before ? 0 : 1;
    }

    /** An array of light items takes no other; an empty one takes what it does not store. */
    static boolean stored(Object a, Item o) {
        Arrays.fill((Object[]) a, o);
        return a instanceof Light[] lights && lights.length > 1 && lights[1] == o;
    }

    static Item cleared(Item[] a, Item[] b, int i) {
        Item before = b[i];
        Arrays.fill(a, null);
        return b[i] == null ? before : b[i];
    }

    static int caught(Object a, Item o, int from, int to) {
        if (to > 3) {
            return -3;
        }
        try {
            Arrays.fill((Object[]) a, from, to, o);
        } catch (ArrayStoreException e) {
            return -1;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return -2;
        }
        return a instanceof Light[] ? 1 : 0;
    }

    static int made(int n, boolean v) {
        boolean[] a = new boolean[n];
        Arrays.fill(a, v);
        Arrays.fill(a, 0, 1, !v);
        return a[n - 1] ? 1 : 0;
    }
}
