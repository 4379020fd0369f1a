// String concatenation of every kind of operand, null included, and what comes out of it.
// entry: lengths(boolean, char)  bounds: --max-calls 80 --max-loop 40    paths: 2
// entry: withNull(Object)       bounds: --max-calls 80 --max-loop 40    paths: 2
// entry: numbers(int)           bounds: --max-calls 80 --max-loop 40    paths: 2

public class Concat {
    private static final String PREFIX = "c" + 1 + 'd' + 2L;

    static int lengths(boolean flag, char c) {
        String s = PREFIX + flag + c;
        return s.length();
    }

    static int withNull(Object o) {
        String text = null;
        text += o == null ? "+" : "-";
        text = o == null ? text + o : text;
        return text.length();
    }

    static String numbers(int x) {
        int small = x & 1;
        String s = "[" + small + "," + (long) -small + "]";
        if (small == 0) {
            s += 1.5f + "/" + 2.0;
        }
        return s;
    }
}
