// An elevator that does not turn at the ground floor.
// bug: 37 java.lang.ArrayIndexOutOfBoundsException lamps
// calls: var e = new Elevator(1); e.move(); e.move(); e.move(); e.lamps();

public class Elevator {
    private int floor;
    private int direction = 1;
    private final int top;

    public Elevator(int top) {
        if (top < 0 || top > 200) {
            throw new IllegalArgumentException("top");
        }
        this.top = top;
    }

    public void move() {
        if (floor == top && direction > 0) {
            direction = -direction;
        }
        floor += direction;
    }

    public String display() {
        switch (direction) {
            case 1:
                return floor + " up";
            case -1:
                return floor + " down";
            default:
                throw new AssertionError("direction " + direction);
        }
    }

    public boolean[] lamps() {
        boolean[] lamps = new boolean[top + 1];
        lamps[floor] = true;
        return lamps;
    }
}
