// A number read from an array of characters: sign, digits, overflow detected before it happens.
// entry: parse(char[])          bounds: --max-calls 20 --max-loop 2     paths: 33
// entry: digit(char)            bounds: --max-calls 20 --max-loop 2     paths: 5

public class Parsing {
    static int parse(char[] text) {
        int i = 0;
        boolean negative = text.length > 0 && text[0] == '-';
        if (negative) {
            i++;
        }
        if (i == text.length) {
            throw new NumberFormatException("no digits");
        }
        int value = 0;
        for (; i < text.length; i++) {
            int d = digit(text[i]);
            if (d < 0 || d > 9) {
                throw new NumberFormatException("not a digit");
            }
            if (value > (Integer.MAX_VALUE - d) / 10) {
                throw new NumberFormatException("too large");
            }
            value = 10 * value + d;
        }
        return negative ? -value : value;
    }

    static int digit(char c) {
        if ('0' <= c && c <= '9') {
            return c - '0';
        }
        char lower = (char) (c | 0x20);
        return 'a' <= lower && lower <= 'f' ? lower - 'a' + 10 : -1;
    }
}
