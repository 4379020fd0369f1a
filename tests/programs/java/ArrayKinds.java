// System.arraycopy between objects that may be any arrays: one path a kind, elements checked one by one where need be.
// entry: any(Object, Object)    bounds: --max-calls 20 --max-loop 3     paths: 13
// entry: narrowed(Object[], Object, int)  bounds: --max-calls 20 --max-loop 3     paths: 13
// entry: caught(Object, int[])  bounds: --max-calls 20 --max-loop 3     paths: 4

public class ArrayKinds {
    static final class Item {
        int weight;
    }

    static int any(Object from, Object to) {
        if (from instanceof int[] || from instanceof Item[] || from instanceof Item) {
            System.arraycopy(from, 0, to, 0, 1);
            return 1;
        }
        return 0;
    }

    static Item narrowed(Object[] from, Object to, int count) {
        if (to instanceof Item[] items) {
            System.arraycopy(from, 0, items, 0, count);
            return items[0];
        }
        return null;
    }

    static int caught(Object from, int[] to) {
        try {
            System.arraycopy(from, 0, to, 1, 2);
        } catch (ArrayStoreException | IndexOutOfBoundsException e) {
            return -1;
        }
        return to[1];
    }
}
