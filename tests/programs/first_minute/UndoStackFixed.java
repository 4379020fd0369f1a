// UndoStack, mended.
// bug: none
// calls: var steps = new UndoStackFixed<String>(); steps.undo();

import java.util.ArrayList;
import java.util.List;

public class UndoStackFixed<T> {
    private final List<T> done = new ArrayList<>();
    private final List<T> undone = new ArrayList<>();

    public void perform(T step) {
        done.add(step);
        undone.clear();
    }

    public boolean canUndo() {
        return !done.isEmpty();
    }

    public boolean canRedo() {
        return !undone.isEmpty();
    }

    public T undo() {
        if (!canUndo()) {
            throw new IllegalStateException("nothing to undo");
        }
        T step = done.remove(done.size() - 1);
        undone.add(step);
        return step;
    }

    public T redo() {
        if (!canRedo()) {
            throw new IllegalStateException("nothing to redo");
        }
        T step = undone.remove(undone.size() - 1);
        done.add(step);
        return step;
    }

    public int depth() {
        return done.size();
    }
}
