// Control through finally: after return, after throw, after break and continue, and a finally that overrides both.
// entry: order(int)             bounds: --max-calls 20 --max-loop 3     paths: 3
// entry: overriding(int, int)   bounds: --max-calls 20 --max-loop 3     paths: 4
// entry: inLoop(int[])          bounds: --max-calls 20 --max-loop 2     paths: 23

public class FinallyFlow {
    int trace;

    private void mark(int digit) {
        trace = 10 * trace + digit;
    }

    int order(int x) {
        trace = 0;
        try {
            mark(1);
            if (x == 0) {
                return trace;
            }
            mark(10 / (x - 1));
        } catch (ArithmeticException e) {
            mark(2);
            return -1;
        } finally {
            mark(3);
        }
        return trace;
    }

    @SuppressWarnings("finally")
    static int overriding(int a, int b) {
        try {
            return a / b;
        } finally {
            if (a > 0) {
                return a;
            }
        }
    }

    static int inLoop(int[] values) {
        int closed = 0;
        for (int value : values) {
            try {
                if (value < 0) {
                    continue;
                }
                if (value == 0) {
                    break;
                }
                closed += 10;
            } finally {
                closed++;
            }
        }
        return closed;
    }
}
