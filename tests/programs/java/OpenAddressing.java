// A set of non-zero ints by linear probing in a table of eight slots; zero marks a free slot.
// entry: contains(int)          bounds: --max-calls 6 --max-loop 3      paths: 18
// entry: add(int)               bounds: --max-calls 20 --max-loop 3     paths: 16

public class OpenAddressing {
    private static final int SLOTS = 8;

    private final int[] slots = new int[SLOTS];
    private int used;

    boolean contains(int key) {
        return slots[find(key)] == key && key != 0;
    }

    boolean add(int key) {
        if (key == 0) {
            throw new IllegalArgumentException("zero marks a free slot");
        }
        if (used == SLOTS - 1) {
            return false;
        }
        int at = find(key);
        if (slots[at] == key) {
            return false;
        }
        slots[at] = key;
        used++;
        return true;
    }

    private int find(int key) {
        int at = key * 0x9e3779b9 >>> 29;
        while (slots[at] != 0 && slots[at] != key) {
            at = at + 1 & SLOTS - 1;
        }
        return at;
    }
}
