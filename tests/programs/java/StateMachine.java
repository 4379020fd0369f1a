// A state machine whose states are enum constants in a field, driven by one character at a time.
// entry: accept(char)           bounds: --max-calls 20 --max-loop 3     paths: 16
// entry: acceptAll(char[])      bounds: --max-calls 20 --max-loop 2     paths: 46

public class StateMachine {
    enum State {
        START, NUMBER, FRACTION, ERROR;

        boolean isFinal() {
            return this == NUMBER || this == FRACTION;
        }
    }

    State state = State.START;

    boolean accept(char c) {
        boolean digit = c >= '0' && c <= '9';
        state = switch (state) {
            case START -> digit ? State.NUMBER : State.ERROR;
            case NUMBER -> digit ? State.NUMBER : c == '.' ? State.FRACTION : State.ERROR;
            case FRACTION -> digit ? State.FRACTION : State.ERROR;
            case ERROR -> State.ERROR;
        };
        return state.isFinal();
    }

    static boolean acceptAll(char[] text) {
        StateMachine machine = new StateMachine();
        boolean accepted = false;
        for (char c : text) {
            accepted = machine.accept(c);
        }
        return accepted;
    }
}
