// A ring buffer of numbers, whose newest one is looked for in front of the array.
// bug: 33 java.lang.ArrayIndexOutOfBoundsException newest
// calls: var buffer = new RingBuffer(2); buffer.add(7); buffer.add(8); buffer.newest();

public class RingBuffer {
    private final int[] values;
    private int next;
    private int count;

    public RingBuffer(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity must be positive");
        }
        values = new int[capacity];
    }

    public void add(int value) {
        values[next] = value;
        next = (next + 1) % values.length;
        if (count < values.length) {
            count++;
        }
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public int newest() {
        if (count == 0) {
            throw new IllegalStateException("the buffer is empty");
        }
        return values[next - 1];
    }

    public int oldest() {
        if (count == 0) {
            throw new IllegalStateException("the buffer is empty");
        }
        int start = (next - count + values.length) % values.length;
        return values[start];
    }

    public double average() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += values[i];
        }
        return count == 0 ? 0.0 : (double) sum / count;
    }
}
