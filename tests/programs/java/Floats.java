// IEEE 754: NaN, signed zero, comparison both ways, rounding to float, and saturating casts to int and long.
// entry: order(float, float)    bounds: --max-calls 20 --max-loop 3     paths: 4
// entry: toInt(float)           bounds: --max-calls 20 --max-loop 3     paths: 4
// entry: signOfZero(double)     bounds: --max-calls 20 --max-loop 3     paths: 3

public class Floats {
    static int order(float a, float b) {
        if (a < b) {
            return -1;
        }
        if (a > b) {
            return 1;
        }
        return a == b ? 0 : 2;
    }

    static int toInt(float x) {
        int i = (int) x;
        if (i == Integer.MAX_VALUE) {
            return 1;
        }
        if (x != x) {
            return i == 0 ? 2 : 3;
        }
        return i == x ? 4 : 5;
    }

    static int signOfZero(double x) {
        if (x != 0.0) {
            return 0;
        }
        return 1 / x > 0 ? 1 : -1;
    }

    static double mean(double a, float b, long c) {
        return (a + b + c) / 3;
    }

    static double remainder(double a, double b) {
        return a % b;
    }
}
