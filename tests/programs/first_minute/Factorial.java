// Factorials, whose recursion has no end for negative numbers.
// bug: 13 java.lang.StackOverflowError of
// calls: Factorial.of(-1);

public class Factorial {
    private Factorial() {
    }

    public static long of(int n) {
        if (n == 0) {
            return 1;
        }
        return n * of(n - 1);
    }
}
