// A queue of cells; clear forgets the size.
// bug: 24 java.lang.NullPointerException enqueue
// calls: var q = new LinkedQueue<String>(); q.enqueue("a"); q.clear(); q.enqueue("b");

public class LinkedQueue<T> {
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
        if (size == 0) {
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
        size--;
        return value;
    }

    public T last() {
        return head == null ? null : tail.value;
    }

    public void clear() {
        head = null;
        tail = null;
    }

    public void addAfterClear(T value) {
        clear();
        enqueue(value);
    }
}
