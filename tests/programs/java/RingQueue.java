// A bounded queue in a ring of ints: indices by remainder, full and empty told apart by the count.
// entry: offer(int)             assume: repOk   bounds: --max-calls 6 --max-loop 3      paths: 3
// entry: poll()                 bounds: --max-calls 20 --max-loop 3     paths: 4

public class RingQueue {
    int[] ring;
    int start;
    int count;

    boolean repOk() {
        return ring != null && 0 <= start && start < ring.length && 0 <= count && count <= ring.length;
    }

    boolean offer(int item) {
        if (count == ring.length) {
            return false;
        }
        ring[(start + count) % ring.length] = item;
        count++;
        return true;
    }

    int poll() {
        if (count == 0) {
            throw new IllegalStateException("empty");
        }
        int item = ring[start];
        start = (start + 1) % ring.length;
        count--;
        return item;
    }
}
