// Quotients and remainders: zero, MIN_VALUE by -1, the signs of remainders, floors, and the greatest common divisor.
// entry: ownNegative(int)       bounds: --max-calls 20 --max-loop 3     paths: 3
// entry: floored(byte, byte)    bounds: --max-calls 20 --max-loop 3     paths: 6
// entry: gcd(byte, byte)        bounds: --max-calls 20 --max-loop 2     paths: 7

public class Division {
    /** Which numbers are their own quotient by -1?  Zero and MIN_VALUE. */
    static int ownNegative(int a) {
        return a / -1 != a ? 0 : a == 0 ? 1 : 2;
    }

    static int floored(byte a, byte b) {
        int q = a / b;
        int r = a % b;
        return r != 0 && r < 0 != b < 0 ? q - 1 : q;
    }

    static int gcd(byte a, byte b) {
        int x = a;
        int y = b;
        while (y != 0) {
            int r = x % y;
            x = y;
            y = r;
        }
        return x < 0 ? -x : x;
    }

    static long quotient(long a, long b) {
        return a / b + a % b;
    }
}
