// Class initialisation: order of initialisers, a superclass first, a lazy holder, and a class that fails to initialise.
// entry: order()                bounds: --max-calls 40 --max-loop 5     paths: 3
// entry: lazily(boolean)        bounds: --max-calls 40 --max-loop 5     paths: 3
// entry: failing(int)           bounds: --max-calls 40 --max-loop 5     paths: 24

public class StaticInit {
    static int events;

    static int event(int digit) {
        events = 10 * events + digit;
        return digit;
    }

    static class Parent {
        static final int PARENT = event(1);
    }

    static final class Child extends Parent {
        static final int CONSTANT = 5;
        static final int[] TABLE;

        static {
            int[] squares = new int[4];
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i;
            }
            TABLE = squares;
            event(2);
        }

        int field = event(4);

        Child() {
            event(5);
        }

        {
            event(6);
        }
    }

    static final class Holder {
        static final Holder INSTANCE = new Holder();
        final int made = event(7);
    }

    static final class Failing {
        static final int VALUE = 1 / (event(8) - 8);
    }

    /** A constant starts nothing; the first object starts parent and child. */
    static int order() {
        events = Child.CONSTANT;
        return new Child().field + Child.TABLE[3] + events;
    }

    static int lazily(boolean wanted) {
        events = 0;
        return wanted ? Holder.INSTANCE.made + 10 * events : events;
    }

    static int failing(int x) {
        if (x > 0) {
            return x;
        }
        try {
            return Failing.VALUE;
        } catch (ExceptionInInitializerError e) {
            try {
                return Failing.VALUE;
            } catch (NoClassDefFoundError again) {
                return -1;
            }
        }
    }
}
