// A binary heap of ints in an array of bounded capacity: sifting up and down.
// entry: add(int)               assume: repOk   bounds: --max-calls 6 --max-loop 4      paths: 11
// entry: removeLeast()          assume: repOk   bounds: --max-calls 6 --max-loop 4      paths: 5
// entry: siftDown(int)          bounds: --max-calls 6 --max-loop 2      paths: 66

public class BinaryHeap {
    int[] keys;
    int size;

    boolean repOk() {
        if (keys == null || size < 0 || size > 3 || size > keys.length) {
            return false;
        }
        for (int i = 1; i < size; i++) {
            if (keys[i] < keys[(i - 1) / 2]) {
                return false;
            }
        }
        return true;
    }

    boolean add(int key) {
        if (size == keys.length) {
            return false;
        }
        int i = size++;
        while (i > 0 && keys[(i - 1) >> 1] > key) {
            keys[i] = keys[(i - 1) >> 1];
            i = (i - 1) >> 1;
        }
        keys[i] = key;
        return true;
    }

    int removeLeast() {
        if (size == 0) {
            return Integer.MAX_VALUE;
        }
        int least = keys[0];
        keys[0] = keys[--size];
        siftDown(0);
        return least;
    }

    void siftDown(int i) {
        while (2 * i + 1 < size) {
            int child = 2 * i + 1;
            if (child + 1 < size && keys[child + 1] < keys[child]) {
                child++;
            }
            if (keys[i] <= keys[child]) {
                return;
            }
            int key = keys[i];
            keys[i] = keys[child];
            keys[child] = key;
            i = child;
        }
    }
}
