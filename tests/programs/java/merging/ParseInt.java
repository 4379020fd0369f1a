// Parsing a number: a sign, digits, an overflow test in each round, and an exception of its own.
// entry: parse(char[])          bounds: --max-calls 6 --max-loop 4      paths: 397

public class ParseInt {
    static int parse(char[] text) {
        int at = 0;
        boolean negative = false;
        if (text.length > 0 && (text[0] == '-' || text[0] == '+')) {
            negative = text[0] == '-';
            at = 1;
        }
        if (at == text.length) {
            throw new IllegalArgumentException();
        }
        int result = 0;
        while (at < text.length) {
            char c = text[at++];
            int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
            if (digit < 0 || result < -1000) {
                throw new IllegalArgumentException();
            }
            result = result * 16 - digit;
        }
        return negative ? result : -result;
    }
}
