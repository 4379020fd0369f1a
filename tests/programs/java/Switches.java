// Switches on ints: dense and sparse keys, falling through, negative keys, and an arrow switch as expression.
// entry: dense(int)             bounds: --max-calls 20 --max-loop 3     paths: 5
// entry: sparse(int)            bounds: --max-calls 20 --max-loop 3     paths: 6
// entry: nested(byte, char)     bounds: --max-calls 20 --max-loop 3     paths: 5

public class Switches {
    @SuppressWarnings("fallthrough")
    static int dense(int x) {
        int sum = 0;
        switch (x) {
            case 1:
                sum += 1;
            case 2:
                sum += 2;
                break;
            default:
                sum = -1;
            case 4:
                sum *= 4;
            case 5:
        }
        return sum;
    }

    static int sparse(int x) {
        return switch (x) {
            case Integer.MIN_VALUE -> -1;
            case -100, 100 -> x / 100;
            case 1_000_000 -> {
                int half = x >> 1;
                yield half;
            }
            case Integer.MAX_VALUE -> x + 1;
            default -> 0;
        };
    }

    static int nested(byte b, char c) {
        switch (b) {
            case -128:
                switch (c) {
                    case '\uffff':
                        return 1;
                    case 'x':
                        return 2;
                    default:
                        break;
                }
                return 3;
            case 127:
                return 4;
            default:
                return 5;
        }
    }
}
