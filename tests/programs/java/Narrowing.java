// Conversions between the integral types: narrowing, sign and zero extension, and compound assignment's hidden cast.
// entry: survives(int)          bounds: --max-calls 20 --max-loop 3     paths: 4
// entry: extension(byte, char)  bounds: --max-calls 20 --max-loop 3     paths: 3
// entry: compound(short, int)   bounds: --max-calls 20 --max-loop 3     paths: 2

public class Narrowing {
    /** The narrowest type that keeps the value: 1 byte, 2 short, 3 char, 4 int. */
    static int survives(int x) {
        if ((byte) x == x) {
            return 1;
        }
        if ((short) x == x) {
            return 2;
        }
        return (char) x == x ? 3 : 4;
    }

    static int extension(byte b, char c) {
        int fromByte = (char) b;
        int fromChar = (byte) c;
        return fromByte > 0x7fff ? fromByte - b : fromChar < 0 ? fromChar : b + c;
    }

    @SuppressWarnings("lossy-conversions")
    static short compound(short s, int x) {
        s += x;
        s >>>= 1;
        s++;
        return s < 0 ? (short) -s : s;
    }

    static int fromLong(long x) {
        return (int) x + (int) (x >> 32);
    }
}
