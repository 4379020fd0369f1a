// States of a task; one that is done may have no result. Mended.
// bug: none
// calls: var t = new TaskStatesFixed(); t.finish(""); t.resultLength();

public class TaskStatesFixed {
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
        result = outcome;
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
