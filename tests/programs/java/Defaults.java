// Interfaces with default, static and private methods: inherited, overridden, and in conflict.
// entry: describe(Sized)        bounds: --max-calls 8 --max-loop 3      paths: 6
// entry: clamp(int)             bounds: --max-calls 8 --max-loop 3      paths: 2

public class Defaults {
    interface Sized {
        int size();

        default boolean isEmpty() {
            return size() == 0;
        }

        default int priority() {
            return 1;
        }

        static int clamped(int size) {
            return size < 0 ? 0 : Math.min(size, 100);
        }
    }

    interface Ranked {
        int LIMIT = 7;

        default int priority() {
            return limited(LIMIT + 1);
        }

        private int limited(int priority) {
            return priority > LIMIT ? LIMIT : priority;
        }
    }

    static final class Plain implements Sized {
        int size;

        @Override
        public int size() {
            return size;
        }
    }

    static final class Both implements Sized, Ranked {
        int[] items;

        @Override
        public int size() {
            return items.length;
        }

        @Override
        public boolean isEmpty() {
            return items == null || Sized.super.isEmpty();
        }

        @Override
        public int priority() {
            return Sized.super.priority() + Ranked.super.priority();
        }
    }

    static int describe(Sized sized) {
        return sized.isEmpty() ? -sized.priority() : sized.priority();
    }

    static int clamp(int size) {
        return Sized.clamped(size);
    }
}
