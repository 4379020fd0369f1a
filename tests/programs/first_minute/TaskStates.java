// States of a task; one that is done may have no result.
// bug: 36 java.lang.NullPointerException resultLength
// calls: var t = new TaskStates(); t.finish(""); t.resultLength();

public class TaskStates {
    enum State { NEW, RUNNING, PAUSED, DONE }

    private State state = State.NEW;
    private Thread worker;
    private String result;

    public void start() {
        if (state == State.NEW) {
            state = State.RUNNING;
        }
    }

    public void finish(String outcome) {
        if (outcome == null) {
            return;
        }
        state = State.DONE;
        if (!outcome.isEmpty()) {
            result = outcome;
        }
    }

    public boolean isDone() {
        return state == State.DONE;
    }

    public int resultLength() {
        if (state != State.DONE) {
            return -1;
        }
        return result.length();
    }
}
