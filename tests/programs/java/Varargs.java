// Variable arity: no arguments, several, an array passed through, and the choice among overloads.
// entry: calls(int, int)        bounds: --max-calls 20 --max-loop 5     paths: 6
// entry: passed(int[])          bounds: --max-calls 20 --max-loop 3     paths: 32
// entry: overloads(int)         bounds: --max-calls 20 --max-loop 5     paths: 5

public class Varargs {
    static int max(int... values) {
        int max = Integer.MIN_VALUE;
        for (int value : values) {
            max = value > max ? value : max;
        }
        return max;
    }

    static int calls(int a, int b) {
        return max() == max(a) ? max(b) : max(a, b, 0);
    }

    static int passed(int[] values) {
        return max(values);
    }

    static int chosen(long x) {
        return 1;
    }

    static int chosen(Integer x) {
        return 2;
    }

    static int chosen(Object... x) {
        return x.length + 10;
    }

    static int overloads(int x) {
        return x == 0 ? chosen(x) : x > 0 ? chosen(Integer.valueOf(x)) : chosen(x, "s");
    }
}
