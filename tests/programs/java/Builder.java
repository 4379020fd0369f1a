// StringBuilder: characters and numbers appended, reversal, insertion, and a builder with a bounded run-length code.
// entry: encode(char, char)     bounds: --max-calls 80 --max-loop 40    paths: 6
// entry: binary(byte)           bounds: --max-calls 80 --max-loop 40    paths: 16

public class Builder {
    static String encode(char a, char b) {
        StringBuilder text = new StringBuilder();
        if (a < '0' || a > 'z' || b < '0' || b > 'z') {
            return text.append("plain characters only").toString();
        }
        text.append(a);
        if (a == b) {
            text.append(2);
        } else {
            text.append(b);
        }
        return text.toString();
    }

    static String binary(byte x) {
        StringBuilder bits = new StringBuilder(8);
        int rest = x & 7;
        do {
            bits.append((rest & 1) == 0 ? 'o' : 'i');
            rest >>= 1;
        } while (rest != 0);
        if (x < 0) {
            bits.append('-');
        }
        return bits.reverse().toString();
    }
}
