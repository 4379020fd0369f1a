// A generic linked stack with an unchecked exception of its own for the empty stack.
// entry: pop()                  bounds: --max-calls 20 --max-loop 3     paths: 2
// entry: swapTop()              bounds: --max-calls 20 --max-loop 3     paths: 3
// entry: depthOf(Object)        bounds: --max-calls 20 --max-loop 2     paths: 7

public class LinkedStack<E> {
    static final class Cell<E> {
        final E top;
        final Cell<E> below;

        Cell(E top, Cell<E> below) {
            this.top = top;
            this.below = below;
        }
    }

    static final class EmptyStack extends RuntimeException {
        private static final long serialVersionUID = 1L;

        EmptyStack(String operation) {
            super(operation);
        }
    }

    private Cell<E> cells;

    void push(E element) {
        cells = new Cell<>(element, cells);
    }

    E pop() {
        if (cells == null) {
            throw new EmptyStack("pop");
        }
        E top = cells.top;
        cells = cells.below;
        return top;
    }

    void swapTop() {
        E first = pop();
        E second = pop();
        push(first);
        push(second);
    }

    /** How many elements lie above the given one, by identity; -1 if it is not there. */
    int depthOf(Object element) {
        int depth = 0;
        for (Cell<E> c = cells; c != null; c = c.below) {
            if (c.top == element) {
                return depth;
            }
            depth++;
        }
        return -1;
    }
}
