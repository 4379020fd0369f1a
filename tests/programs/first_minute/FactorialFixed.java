// Factorials, whose recursion has no end for negative numbers. Mended.
// bug: none
// calls: FactorialFixed.of(-1);

public class FactorialFixed {
    private FactorialFixed() {
    }

    public static long of(int n) {
        if (n <= 0) {
            return 1;
        }
        return n * of(n - 1);
    }
}
