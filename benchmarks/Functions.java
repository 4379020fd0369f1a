import java.util.Comparator;
import java.util.function.*;

/** Functions to be given to methods that take some. */
public final class Functions {

    public static final class Same implements UnaryOperator<Object> {
        public Object apply(Object x) {
            return x;
        }
    }

    public static final class Text implements Function<Object, Object> {
        public Object apply(Object x) {
            return "" + x;
        }
    }

    public static final class First implements BinaryOperator<Object> {
        public Object apply(Object a, Object b) {
            return a;
        }
    }

    public static final class Nothing implements BiFunction<Object, Object, Object> {
        public Object apply(Object a, Object b) {
            return null;
        }
    }

    public static final class IsNull implements Predicate<Object> {
        public boolean test(Object x) {
            return x == null;
        }
    }

    public static final class IsText implements Predicate<Object> {
        public boolean test(Object x) {
            return x instanceof String;
        }
    }

    public static final class Both implements BiPredicate<Object, Object> {
        public boolean test(Object a, Object b) {
            return a == b;
        }
    }

    public static final class Seven implements Supplier<Object> {
        public Object get() {
            return 7;
        }
    }

    public static final class Ignore implements Consumer<Object> {
        public void accept(Object x) {
        }
    }

    public static final class Ignore2 implements BiConsumer<Object, Object> {
        public void accept(Object a, Object b) {
        }
    }

    public static final class Fail implements Runnable {
        public void run() {
            throw new IllegalStateException("fail");
        }
    }
    public static final class Ints implements IntUnaryOperator, IntBinaryOperator, IntPredicate, IntFunction<Object>, IntSupplier {
        public int applyAsInt(int x) { return 3 * x + 1; }
        public int applyAsInt(int a, int b) { return a - b; }
        public boolean test(int x) { return x > 0; }
        public Object apply(int x) { return x; }
        public int getAsInt() { return 5; }
        public Ints negate() { return this; }
    }
    public static final class Longs implements LongUnaryOperator, LongBinaryOperator {
        public long applyAsLong(long x) { return 3 * x + 1; }
        public long applyAsLong(long a, long b) { return a - b; }
    }

    public static final class Arrays implements IntFunction<Object[]> {
        public Object[] apply(int x) {
            return new String[x];
        }
    }

    public static final class Length implements ToIntFunction<Object> {
        public int applyAsInt(Object x) {
            return x.toString().length();
        }
    }
    public static final class ByText implements Comparator<Object> {
        public int compare(Object a, Object b) { return String.valueOf(a).compareTo(String.valueOf(b)); }
    }
}
