import java.util.*;
import java.util.function.*;

/** Each method without parameters is a case: its result is the same on every JVM. */
public class Cases {
    interface Shape {}
    record Point(int x, long y, boolean b, double d, String s, byte[] raw) implements Shape {}
    record Pair(Object a, char c) implements Shape {}
    record Empty() {}

    enum Color {
        RED, GREEN {
            int rank() {
                return 7;
            }
        }, BLUE;
        int rank() {
            return ordinal();
        }
    }

    static class Node {
        Node next;
        int data;
        boolean flag;
        byte b;
        short sh;
        char ch;
        long l;
        float f;
        double d;
        Node(int d) {
            data = d;
        }
    }
    static int counter;
    static boolean on;
    static byte sb;
    static char sc = 'x';
    static long total = 1L << 40;

    static class Lazy {
        static int value = ++counter;
        static {
            counter += 10;
        }
    }

    static abstract class Base {
        int v() {
            return 1;
        }
        int w() {
            return v() + 10;
        }
    }

    static class Derived extends Base {
        int v() {
            return 2 + super.v();
        }
        int w() {
            return super.w() * 2;
        }
    }

    interface Greeter {
        default int hi() {
            return 5;
        }
    }

    static class G implements Greeter {
        public int hi() {
            return Greeter.super.hi() + 1;
        }
    }

    static int arithmetic() {
        int a = 7, b = -3;
        return a * b + a / b - a % b + (a << 5) + (b >> 1) + (b >>> 28) + (a & b) + (a | b) + (a ^ b) + ~a;
    }

    static int minDiv() {
        int m = Integer.MIN_VALUE;
        int k = -1;
        return m / k + m % k;
    }

    static long longs() {
        long a = 1L << 40, b = -12345;
        return a * b + a / b - a % b + (a << 3) + (b >> 2) + (b >>> 60) + (a < b ? 1 : 2) + Long.compare(a, b);
    }

    static int loops() {
        int s = 0;
        outer: for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 10; j++) {
                if (j == i) continue outer;
                if (i + j > 14) break outer;
                s += i * j;
            }
        }
        return s;
    }

    static int whileDo() {
        int i = 0;
        do {
            i += 3;
        } while (i < 50);
        while (i > 5) i /= 2;
        return i;
    }

    static int increments() {
        int i = 5;
        int j = i++ + ++i;
        int k = i-- - --i;
        return i * 100 + j * 10 + k;
    }

    static int arrayIncrement() {
        int[] a = {1, 2, 3};
        int i = 0;
        a[i++] += 10;
        a[i++] <<= 2;
        a[i]--;
        return a[0] * 100 + a[1] * 10 + a[2] + i;
    }

    static int fieldOps() {
        Node n = new Node(3);
        n.data++;
        n.data += n.data++;
        n.l = 5;
        n.l *= n.data;
        n.b = (byte) 200;
        n.b++;
        n.sh = (short) 70000;
        n.ch = (char) 65537;
        n.ch--;
        n.flag = !n.flag;
        n.flag |= false;
        return n.data + (int) n.l + n.b + n.sh + n.ch + (n.flag ? 1000 : 0);
    }

    static int statics() {
        on = !on;
        sb = (byte) 130;
        sc++;
        total++;
        int r = sb + sc + (int) (total >> 3) + (on ? 3 : 4);
        on = false;
        sc = 'x';
        total = 1L << 40;
        return r;
    }

    static int narrowing() {
        byte[] b = new byte[3];
        b[0] = (byte) 300;
        b[1] = -1;
        b[2] = (byte) (b[0] * 5);
        boolean[] z = {true, false};
        z[1] = z[0] & !z[1];
        char[] c = {'a', '\uffff'};
        c[0]++;
        short[] s = {(short) 40000};
        return b[0] + b[1] + b[2] + (z[1] ? 1 : 0) + c[0] + c[1] + s[0];
    }

    static int nested() {
        int[][][] a = new int[3][2][];
        int[][] b = new int[4][5];
        b[3][4] = 9;
        a[2][1] = b[3];
        String[][] s = new String[2][3];
        return a.length * 1000 + a[1].length * 100 + a[2][1][4] * 10 + (s[1][2] == null ? 1 : 0);
    }

    static int negative() {
        try {
            int n = -1;
            int[][] a = new int[0][n];
            return 1;
        } catch (NegativeArraySizeException e) {
            return 2;
        }
    }

    static int finallyTest() {
        int r = 0;
        for (int i = 0; i < 4; i++) {
            try {
                if (i == 1) continue;
                if (i == 3) throw new IllegalStateException();
                r += 1;
            } catch (IllegalStateException e) {
                r += 100;
            } finally {
                r += 10;
            }
        }
        return r;
    }

    static int finallyReturn() {
        try {
            return inner(0) + 1;
        } catch (ArithmeticException e) {
            return 7;
        } finally {
            counter = 0;
        }
    }

    static int inner(int x) {
        return 10 / x;
    }

    @SuppressWarnings("finally") static int swallow() {
        try {
            throw new RuntimeException();
        } finally {
            return 3;
        }
    }

    static int catchOrder() {
        int r = 0;
        try {
            Object o = "s";
            Integer i = (Integer) o;
        } catch (ClassCastException e) {
            r += 1;
        }
        try {
            int[] a = new int[2];
            a[2] = 1;
        } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
            r += 2;
        }
        try {
            Object[] o = new String[1];
            o[0] = 1;
        } catch (ArrayStoreException e) {
            r += 4;
        }
        try {
            Node n = null;
            n.data = 2;
        } catch (RuntimeException e) {
            r += 8;
        }
        return r;
    }

    static int localInHandler() {
        int x = 1;
        try {
            x = 2;
            x = inner(0);
            x = 3;
        } catch (ArithmeticException e) {
            return x;
        }
        return -1;
    }

    static int sync() {
        Object o = new Object();
        int r = 0;
        synchronized (o) {
            r++;
            try {
                synchronized (Cases.class) {
                    r += 2;
                    throw new Error();
                }
            } catch (Error e) {
                r += 4;
            }
        }
        return r;
    }

    static int tableSwitch(int k) {
        switch (k) {
            case 0: return 10;
            case 1: case 2: return 20;
            case 4: k += 5;
            break;
            default: k = -1;
        }
        return k;
    }

    static int switches() {
        int r = 0;
        for (int i = -1; i < 6; i++) r = r * 3 + tableSwitch(i);
        switch (r) {
            case 1000: r = 1;
            break;
            case -50000: r = 2;
            break;
            default: r++;
        }
        return r;
    }

    static int stringSwitch() {
        int r = 0;
        for (String s : new String[] {"a", "bb", "Aa", "BB", "x"}) switch (s) {
            case "a" -> r += 1;
            case "Aa" -> r += 10;
            case "BB" -> r += 100;
            default -> r += 1000;
        }
        return r;
    }

    static int enumSwitch() {
        int r = 0;
        for (Color c : Color.values()) {
            switch (c) {
                case RED: r += 1;
                break;
                case BLUE: r += 10;
                break;
                default: r += 100;
            }
            r += c.rank();
        }
        return r + Color.valueOf("BLUE").ordinal();
    }

    static int initOrder() {
        int before = counter;
        int v = Lazy.value;
        int r = v * 10 + (counter - before);
        counter = 0;
        return r > 0 ? 1 : 0;
    }

    static int dispatch() {
        Base b = new Derived();
        return b.v() * 100 + b.w();
    }

    static int defaults() {
        Greeter g = new G();
        Greeter h = new Greeter() {};
        return g.hi() * 10 + h.hi();
    }

    static int lambdas() {
        int k = 4;
        IntUnaryOperator add = x -> x + k;
        Function<Integer, Integer> twice = x -> x * 2;
        Supplier<Node> s = () -> new Node(k);
        IntFunction<int[]> mk = int[]::new;
        Function<String, Integer> len = String::length;
        BiFunction<Integer, Integer, Integer> max = Math::max;
        Function<Integer, Node> ctor = Node::new;
        return add.applyAsInt(1) + twice.andThen(x -> x + 1).apply(5) + s.get().data + mk.apply(3).length
            + len.apply("hello") + max.apply(3, 9) + ctor.apply(8).data;
    }

    static int captured() {
        boolean z = true;
        byte b = -3;
        char c = 'q';
        long l = 1L << 33;
        double d = 2.5;
        String s = "abc";
        Supplier<String> f = () -> s + z + b + c + l;
        ToLongFunction<Integer> w = x -> x;
        ToDoubleFunction<Integer> v = x -> x + d;
        LongSupplier q = "xyz"::length;
        return f.get().length() * 100 + (int) w.applyAsLong(7) + (int) v.applyAsDouble(2) + (int) q.getAsLong();
    }

    static String make(int n) {
        return "x".repeat(n);
    }

    static int capturedResults() {
        IntSupplier a = make(3)::length;
        Function<Integer, Character> b = make(2)::charAt;
        Supplier<Integer> c = () -> 4;
        Supplier<Integer> d = c;
        c = () -> d.get() + 1;
        Object[] same = new Object[2];
        for (int i = 0; i < 2; i++) same[i] = (Runnable) () -> counter++;
        return a.getAsInt() + b.apply(1) + c.get() + (same[0] == same[1] ? 1000 : 0);
    }

    static int manyTemporaries() {
        Node n = new Node(1);
        byte[] b = {(byte) n.data, (byte) (n.data + 1), n.flag ? (byte) 1 : 2, (byte) (n.flag ? 3 : 4), (byte) n.ch,
            (byte) n.sh, (byte) n.b, (byte) n.data, (byte) n.data, n.flag ? (byte) 7 : 8, (byte) (n.flag ? 3 : 4)};
        int s = 0;
        for (byte each : b) s = s * 3 + each;
        return s;
    }

    static int boxing() {
        Integer a = 127, b = 127, c = 1000, d = 1000;
        Predicate<Integer> p = x -> x > 3;
        Comparator<String> cmp = (Comparator<String> & java.io.Serializable) String::compareTo;
        return (a == b ? 1 : 0) + (c == d ? 2 : 0) + (c.equals(d) ? 4 : 0) + (p.test(5) ? 8 : 0)
            + (cmp.compare("a", "b") < 0 ? 16 : 0);
    }

    static String concat() {
        int i = -5;
        long l = 1L << 50;
        char c = 'é';
        boolean z = i < 0;
        String n = null;
        Object o = null;
        byte b = 7;
        return "i=" + i + ",l=" + l + c + z + n + o + b + "€" + Integer.valueOf(3) + "";
    }

    static String builder() {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 5; i++) sb.append(i).append(',');
        return sb.reverse().toString();
    }

    static String recordText() {
        return new Pair("k", 'z') + "|" + new Empty() + "|" + new Pair(null, '0');
    }

    static int records() {
        byte[] raw = {1};
        Point p = new Point(1, 2L, true, 0.0, "s", raw), q = new Point(1, 2L, true, -0.0, "s", raw),
            r = new Point(1, 2, true, 0.0, new String("s"), raw);
        return (p.equals(q) ? 1 : 0) + (p.equals(r) ? 2 : 0) + (p.equals(null) ? 4 : 0) + (p.equals(p) ? 8 : 0)
            + (new Empty().equals(new Empty()) ? 16 : 0) + new Empty().hashCode();
    }

    static int recordHash() {
        return new Pair("abc", 'x').hashCode() + new Pair(null, 'y').hashCode();
    }

    static int instanceOf(Object o) {
        if (o instanceof Point p && p.x() > 0) return p.x();
        if (o instanceof int[] a) return a.length;
        if (o instanceof Object[] a) return 100 + a.length;
        if (!(o instanceof String s)) return -1;
        return s.length();
    }

    static int types() {
        return instanceOf(new int[3]) + instanceOf(new String[2]) * 3 + instanceOf("four") * 5 + instanceOf(null)
            + instanceOf(new int[1][1]) + instanceOf(new Point(9, 0, false, 0, "", null));
    }

    static int clones() {
        int[] a = {1, 2, 3};
        int[] b = a.clone();
        b[0] = 9;
        byte[][] c = {{1}};
        byte[][] d = c.clone();
        d[0][0] = 5;
        return a[0] * 100 + b[0] * 10 + c[0][0] + (a.equals(b) ? 1 : 0) + (a.getClass() == b.getClass() ? 1000 : 0);
    }

    static int longStack() {
        long a = 3;
        long[] x = {1, 2};
        x[0] += a;
        long y = x[1]++ + ++x[0];
        double[] d = {0.5};
        d[0]++;
        return (int) (y * 10 + x[0] + x[1] + d[0]);
    }

    static int ternary() {
        int x = 5;
        Object o = x > 3 ? "a" : null;
        boolean b = x > 3 ^ o == null;
        return (b ? 1 : 0) + (x > 3 ? x < 9 ? 10 : 20 : 30);
    }

    static int floats() {
        float f = 0.1f;
        double d = 0.1;
        float nan = 0f / 0f;
        int r = 0;
        if (f < d) r += 1;
        if (!(nan < 1)) r += 2;
        if (!(nan >= 1)) r += 4;
        if (nan != nan) r += 8;
        r += (int) (f * 1000) + (int) (d * 10000) + (int) 1e20 + (int) nan;
        r += (long) -1e30 < 0 ? 16 : 0;
        return r + Float.floatToIntBits(f % 0.03f);
    }

    static int compareChain() {
        long a = 5, b = 6;
        int r = 0;
        if (a < b) r |= 1;
        if (a <= b) r |= 2;
        if (a > b) r |= 4;
        if (a >= b) r |= 8;
        if (a == b) r |= 16;
        if (a != b) r |= 32;
        boolean c = a < b;
        return r + (c ? 64 : 0);
    }

    static int varargs(Object... xs) {
        int n = 0;
        for (Object x : xs) n += x.hashCode();
        return n;
    }

    static int callVarargs() {
        return varargs(1, "a", 'c', 2L);
    }

    static int collections() {
        List<Integer> l = new ArrayList<>();
        for (int i = 10; i > 0; i--) l.add(i * 7 % 11);
        Collections.sort(l);
        Map<Integer, String> m = new HashMap<>();
        for (int i : l) m.put(i, "v" + i);
        TreeMap<Integer, Integer> t = new TreeMap<>();
        for (int i : l) t.merge(i % 3, i, Integer::sum);
        int r = 0;
        for (Map.Entry<Integer, Integer> e : t.entrySet()) r = r * 31 + e.getKey() * e.getValue();
        return r + l.get(3) + m.get(5).length() + m.size();
    }

    static int assertion() {
        int x = 2;
        assert x > 1 : "no";
        return x;
    }

    static int innerClass() {
        int[] box = {0};
        class Local {
            void add() {
                box[0] += 3;
            }
        }
        new Local().add();
        Runnable r = new Runnable() {
            public void run() {
                box[0] *= 5;
            }
        };
        r.run();
        return box[0];
    }

    static int deepFinally() {
        int r = 0;
        try {
            try {
                throw new RuntimeException("a");
            } finally {
                r += 1;
                try {
                    throw new Error("b");
                } catch (Error e) {
                    r += 2;
                }
            }
        } catch (RuntimeException e) {
            r += e.getMessage().length() * 4;
        }
        return r;
    }
}
