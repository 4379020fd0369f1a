// TrafficLight, mended.
// bug: none
// calls: var light = new TrafficLightFixed(1); light.step(); light.step(); light.step();

public class TrafficLightFixed {
    public enum State {
        RED, GREEN, YELLOW
    }

    private final int minimum;
    private State state = State.RED;
    private int changes;
    private boolean broken;

    public TrafficLightFixed(int minimum) {
        if (minimum < 0) {
            throw new IllegalArgumentException("minimum");
        }
        this.minimum = minimum;
    }

    public State state() {
        return state;
    }

    public void breakDown() {
        broken = true;
    }

    public void repair() {
        broken = false;
        state = State.RED;
    }

    public State step() {
        if (broken) {
            throw new IllegalStateException("out of order");
        }
        changes++;
        state = State.values()[(state.ordinal() + 1) % 3];
        return state;
    }

    public boolean isTired() {
        return changes > minimum;
    }

    public boolean mayDrive() {
        switch (state) {
            case GREEN:
                return !broken;
            case YELLOW:
                return !broken && changes < minimum;
            default:
                return false;
        }
    }
}
