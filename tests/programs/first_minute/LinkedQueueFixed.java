// A queue of cells; clear forgets the size. Mended.
// bug: none
// calls: var q = new LinkedQueueFixed<String>(); q.enqueue("a"); q.clear(); q.enqueue("b");

public class LinkedQueueFixed<T> {
    private static class Cell<T> {
        final T value;
        Cell<T> next;

        Cell(T value) {
            this.value = value;
        }
    }

    private Cell<T> head;
    private Cell<T> tail;
    private int size;

    public void enqueue(T value) {
        Cell<T> cell = new Cell<>(value);
        if (head == null) {
            head = cell;
        } else {
            tail.next = cell;
        }
        tail = cell;
        size++;
    }

    public T dequeue() {
        if (head == null) {
            throw new IllegalStateException("empty queue");
        }
        T value = head.value;
        head = head.next;
        if (head == null) {
            tail = null;
        }
        size--;
        return value;
    }

    public T last() {
        return tail == null ? null : tail.value;
    }

    public void clear() {
        head = null;
        tail = null;
        size = 0;
    }

    public void addAfterClear(T value) {
        clear();
        enqueue(value);
    }
}
