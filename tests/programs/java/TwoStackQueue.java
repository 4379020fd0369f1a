// A queue of two linked stacks: what was pushed on `in` is turned over to `out` when `out` runs dry.
// entry: take()                 bounds: --max-calls 6 --max-loop 2      paths: 5
// entry: put(Object)            bounds: --max-calls 6 --max-loop 3      paths: 1

public class TwoStackQueue {
    private static final class Cell {
        Object item;
        Cell next;

        Cell(Object item, Cell next) {
            this.item = item;
            this.next = next;
        }
    }

    private Cell in;
    private Cell out;

    void put(Object item) {
        in = new Cell(item, in);
    }

    Object take() {
        if (out == null) {
            turnOver();
        }
        if (out == null) {
            return null;
        }
        Object item = out.item;
        out = out.next;
        return item;
    }

    private void turnOver() {
        while (in != null) {
            out = new Cell(in.item, out);
            in = in.next;
        }
    }
}
