// Strings made of arrays of characters: ranges of any length, characters beyond Latin-1, arrays written afterwards.
// entry: length(char[], int, int)  bounds: --max-calls 80 --max-loop 40   paths: 8
// entry: first(char[], int)        bounds: --max-calls 80 --max-loop 40   paths: 6
// entry: pair(char, char)          bounds: --max-calls 80 --max-loop 40   paths: 2
// entry: isKey(char[])             bounds: --max-calls 80 --max-loop 40   paths: 4
// entry: written(char[], char)     bounds: --max-calls 80 --max-loop 40   paths: 4
// entry: joined(char[], int)       bounds: --max-calls 80 --max-loop 40   paths: 10

public class Characters {
    static boolean isRange(char[] a, int from, int count) {
        return from >= 0 && count >= 0 && a.length < 50 && from <= a.length - count;
    }

    static int length(char[] a, int from, int count) {
        return !isRange(a, from, count) ? -1 : new String(a, from, count).length();
    }

    static int first(char[] a, int i) {
        String text = isRange(a, i, 1) ? new String(a) : null;
        return text.charAt(i) == a[i] ? text.length() : -1;
    }

    static int pair(char x, char y) {
        String text = new String(new char[] {'<', x, y, '>'}, 1, 2);
        return text.charAt(0) == x && text.charAt(1) == y ? text.hashCode() : -1;
    }

    static boolean isKey(char[] a) {
        return new String(a, 1, 2).equals("ab");
    }

    /** A string keeps the characters that it was made of. */
    static boolean written(char[] a, char c) {
        char before = a[0];
        String text = new String(a, 0, 1);
        a[0] = c;
        return text.charAt(0) == before;
    }

    static String joined(char[] a, int from) {
        if (!isRange(a, from, 1)) {
            return null;
        }
        return new StringBuilder().append(new String(a, from, 1)).append(new String(a, 0, from)).toString();
    }
}
