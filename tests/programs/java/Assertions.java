// Assertions with and without a message: an invariant of an interval, and a postcondition that overflow breaks.
// entry: move(int)              assume: repOk   bounds: --max-calls 40 --max-loop 20    paths: 2
// entry: join(Assertions)       bounds: --max-calls 40 --max-loop 20    paths: 4

public class Assertions {
    int low;
    int high;

    boolean repOk() {
        return low <= high;
    }

    void move(int by) {
        low += by;
        high += by;
        assert repOk() : "turned over";
    }

    void join(Assertions other) {
        assert other != null;
        assert repOk() && other.repOk() : "empty interval";
        low = Math.min(low, other.low);
        high = Math.max(high, other.high);
        assert low <= other.high;
    }
}
