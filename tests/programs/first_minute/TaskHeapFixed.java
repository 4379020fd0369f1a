// TaskHeap, mended.
// bug: none
// calls: var heap = new TaskHeapFixed(2); heap.add(2); heap.add(1); heap.poll();

public class TaskHeapFixed {
    private final int[] priorities;
    private int size;

    public TaskHeapFixed(int capacity) {
        priorities = new int[Math.max(capacity, 1)];
    }

    public boolean add(int priority) {
        if (size == priorities.length) {
            return false;
        }
        int child = size++;
        while (child > 0 && priorities[(child - 1) / 2] > priority) {
            priorities[child] = priorities[(child - 1) / 2];
            child = (child - 1) / 2;
        }
        priorities[child] = priority;
        return true;
    }

    public int poll() {
        if (size == 0) {
            throw new IllegalStateException("no task");
        }
        int first = priorities[0];
        priorities[0] = priorities[--size];
        sink(0);
        return first;
    }

    private void sink(int parent) {
        int child = 2 * parent + 1;
        while (child < size) {
            if (child + 1 < size && priorities[child + 1] < priorities[child]) {
                child++;
            }
            if (priorities[parent] <= priorities[child]) {
                return;
            }
            int moved = priorities[parent];
            priorities[parent] = priorities[child];
            priorities[child] = moved;
            parent = child;
            child = 2 * parent + 1;
        }
    }

    public int size() {
        return size;
    }
}
