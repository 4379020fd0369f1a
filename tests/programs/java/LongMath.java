// 64-bit arithmetic: sums that are checked for overflow, the high word of a product, comparison and negation.
// entry: addChecked(long, long)  bounds: --max-calls 20 --max-loop 3     paths: 2
// entry: midpoint(long, long)   bounds: --max-calls 20 --max-loop 3     paths: 1
// entry: magnitude(long)        bounds: --max-calls 20 --max-loop 3     paths: 9

public class LongMath {
    static long addChecked(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw new ArithmeticException("overflow");
        }
        return sum;
    }

    /** Between the two, without overflow, whichever is larger. */
    static long midpoint(long a, long b) {
        long middle = (a & b) + ((a ^ b) >> 1);
        return Math.min(a, b) <= middle && middle <= Math.max(a, b) ? middle : -1L;
    }

    /** The number of the highest 16-bit group in use; the absolute value of MIN_VALUE is negative. */
    static int magnitude(long x) {
        long size = x < 0 ? -x : x;
        if (size < 0) {
            return -1;
        }
        return size < 1L << 16 ? 0 : size < 1L << 32 ? 1 : size >>> 48 == 0 ? 2 : 3;
    }

    static int highWord(int a, int b) {
        return (int) ((long) a * b >>> 32);
    }
}
