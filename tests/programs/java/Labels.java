// Labelled break and continue, do/while, nested ternaries, short-circuit against strict operators, and comma loops.
// entry: search(int[], int)     bounds: --max-calls 4 --max-loop 3      paths: 19
// entry: digits(int)            bounds: --max-calls 4 --max-loop 3      paths: 4
// entry: grade(int, boolean)    bounds: --max-calls 4 --max-loop 3      paths: 8

public class Labels {
    /** Is there a pair of neighbours with the given sum, before a zero? */
    static int search(int[] a, int sum) {
        int found = -1;
        outer:
        for (int i = 0; i < a.length; i++) {
            if (a[i] == 0) {
                break;
            }
            for (int j = i + 1; ; j++) {
                if (j == a.length || j > i + 1) {
                    continue outer;
                }
                if (a[i] + a[j] == sum) {
                    found = i;
                    break outer;
                }
            }
        }
        return found;
    }

    static int digits(int x) {
        int digits = 0;
        do {
            digits++;
            x /= 16;
        } while (x != 0 && digits < 3);
        return x == 0 ? digits : -digits;
    }

    static char grade(int points, boolean late) {
        block: {
            if (late | points < 0) {
                break block;
            }
            return points >= 90 ? 'A' : points >= 75 ? 'B' : points >= 50 ? 'C' : 'D';
        }
        return late && points >= 50 ? 'E' : 'F';
    }
}
