// Texts put together from symbolic parts and then read: lengths and characters of strings, of numbers, of builders.
// entry: key(String, String)          bounds: --max-calls 80 --max-loop 40   paths: 10
// entry: at(String, String, int)      bounds: --max-calls 80 --max-loop 40   paths: 3
// entry: number(int)                  bounds: --max-calls 80 --max-loop 40   paths: 4
// entry: wide(long)                   bounds: --max-calls 80 --max-loop 40   paths: 3
// entry: truths(boolean, boolean)     bounds: --max-calls 80 --max-loop 40   paths: 2
// entry: nested(String, int)          bounds: --max-calls 80 --max-loop 40   paths: 4
// entry: unread(Texts, String)        bounds: --max-calls 80 --max-loop 40   paths: 3
// entry: shared(Texts, Texts, String) bounds: --max-calls 80 --max-loop 40   paths: 5
// entry: same(String, String)         bounds: --max-calls 80 --max-loop 2    paths: 1
// entry: built(String, int)           bounds: --max-calls 80 --max-loop 40   paths: 4
// entry: changed(String)              bounds: --max-calls 80 --max-loop 40   paths: 1
// entry: shortened(String, boolean)   bounds: --max-calls 80 --max-loop 40   paths: 1
// entry: buffered(String)             bounds: --max-calls 80 --max-loop 40   paths: 4
// entry: inserted(String)             bounds: --max-calls 80 --max-loop 40   paths: 7
// entry: replaced(String)             bounds: --max-calls 80 --max-loop 40   paths: 7

public class Texts {
    String name;

    static boolean isLong(String s) {
        return s != null && s.length() > 30;
    }

    static String key(String a, String b) {
        if (isLong(a) || isLong(b)) {
            return null;
        }
        String key = a + "." + b;
        return key.length() < 8 ? key : null;
    }

    static char at(String a, String b, int i) {
        return (a + b).charAt(i);
    }

    static int number(int x) {
        String text = "<" + x + ">";
        if (text.charAt(1) == '-') {
            return text.length() == 13 ? 1 : 2;
        }
        return text.charAt(text.length() - 2) == '7' ? 3 : 4;
    }

    static int wide(long x) {
        String text = Long.toString(x);
        return text.length() < 20 ? text.length() < 3 ? text.charAt(0) : 1 : 2;
    }

    static char truths(boolean a, boolean b) {
        String text = a + "" + b;
        return text.length() == 9 ? text.charAt(4) : '-';
    }

    static int nested(String a, int n) {
        if (isLong(a)) {
            return 0;
        }
        String inner = n + ":" + a;
        String outer = inner + inner;
        return outer.charAt(outer.length() - 1) == ':' ? inner.length() : -1;
    }

    static void unread(Texts t, String a) {
        if (t.name == a) {
            throw new IllegalStateException("twice " + a + t.name);
        }
        t.name = a + a;
    }

    static String shared(Texts t, Texts u, String a) {
        t.name = a + "!";
        return u.name.length() == 3 ? u.name : null;
    }

    static boolean same(String a, String b) {
        return (a + b).equals("nul");
    }

    static StringBuilder built(String a, int n) {
        StringBuilder text = new StringBuilder(4);
        if (isLong(a)) {
            return null;
        }
        text.append(a).append(',').append(n);
        return text.length() > 20 ? null : text;
    }

    static int changed(String a) {
        StringBuilder text = new StringBuilder("x");
        text.append(a).append('c');
        text.setCharAt(0, 'y');
        String before = text.toString();
        text.setCharAt(0, 'z');
        text.append(a);
        return before.charAt(0) * text.charAt(0) + before.length() - text.length();
    }

    static String shortened(String a, boolean b) {
        StringBuilder text = new StringBuilder().append(a).append(b);
        text.setLength(text.length() - 1);
        text.deleteCharAt(0);
        return text.toString().isEmpty() ? "none" : text.toString();
    }

    static String buffered(String a) {
        if (isLong(a)) {
            return null;
        }
        StringBuffer text = new StringBuffer("x").append(a);
        return text.length() > 3 ? text.toString() : "short";
    }

    static int inserted(String a) {
        if (isLong(a)) {
            return -1;
        }
        StringBuilder text = new StringBuilder().append(a).append(a);
        text.insert(0, "ab");
        return text.charAt(2) == 'n' ? text.length() : 0;
    }

    static String replaced(String a) {
        String text = isLong(a) ? "/" : a.replace('.', '/');
        return text.isEmpty() || text.charAt(0) != '/' ? null : text;
    }
}
