// Custom exceptions in a hierarchy: nested handlers, rethrow with a cause, and handlers chosen by class.
// entry: classify(int)          bounds: --max-calls 40 --max-loop 3     paths: 5
// entry: wrapped(Item[], int)   bounds: --max-calls 40 --max-loop 3     paths: 4
// entry: rethrown(RuntimeException)  bounds: --max-calls 40 --max-loop 3     paths: 4

public class Rethrow {
    static class Fault extends Exception {
        private static final long serialVersionUID = 1L;

        Fault(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static final class Severe extends Fault {
        private static final long serialVersionUID = 1L;
        final int level;

        Severe(int level) {
            super("severe", null);
            this.level = level;
        }
    }

    private static void work(int x) throws Fault {
        if (x > 2) {
            throw new Severe(x);
        }
        try {
            if (x == 2) {
                throw new IllegalStateException();
            }
            if (100 / x < 0) {
                throw new Fault("negative", null);
            }
        } catch (IllegalStateException | ArithmeticException e) {
            throw new Fault("wrapped", e);
        }
    }

    static int classify(int x) {
        try {
            work(x);
            return 0;
        } catch (Severe e) {
            return e.level;
        } catch (Fault e) {
            return e.getCause() == null ? -1 : e.getCause() instanceof ArithmeticException ? -2 : -3;
        }
    }

    static final class Item {
        int weight;
    }

    static int wrapped(Item[] items, int i) throws Fault {
        try {
            return items[i].weight;
        } catch (NullPointerException e) {
            return -1;
        } catch (ArrayIndexOutOfBoundsException e) {
            throw new Fault("no such item", e);
        }
    }

    static int rethrown(RuntimeException e) {
        try {
            try {
                throw e;
            } catch (IllegalArgumentException f) {
                throw f;
            } catch (RuntimeException f) {
                return f == e ? 1 : 2;
            }
        } catch (NumberFormatException f) {
            return 3;
        }
    }
}
