// Shifts and masks: distances taken modulo the width, rotations, the lowest bit, and wrap-around.
// entry: shifts(int, int)       bounds: --max-calls 20 --max-loop 3     paths: 3
// entry: rotate(int, int)       bounds: --max-calls 20 --max-loop 3     paths: 1
// entry: bitsOfByte(byte)       bounds: --max-calls 20 --max-loop 9     paths: 5

public class Bits {
    static int shifts(int x, int by) {
        int left = x << by;
        int arithmetic = left >> by;
        int logical = left >>> by;
        return arithmetic == x ? 0 : arithmetic == logical ? 1 : 2;
    }

    static boolean rotate(int x, int by) {
        int there = x << by | x >>> -by;
        return (there >>> by | there << -by) == x;
    }

    static int bitsOfByte(byte b) {
        int bits = 0;
        for (int rest = b & 0xff; rest != 0 && bits < 3; rest &= rest - 1) {
            bits++;
        }
        return bits;
    }

    static boolean wraps(int x) {
        return x + 1 < x;
    }

    static long wide(long x, int by) {
        return (x << by ^ x >> 64 - by) & ~(1L << 63);
    }
}
