// A record; the share of an empty range.
// bug: 21 java.lang.ArithmeticException share
// calls: new Range(3, 3).share(1);

public record Range(int from, int to) {
    public Range {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
    }

    public int length() {
        return to - from;
    }

    public boolean contains(int value) {
        return from <= value && value < to;
    }

    public int share(int part) {
        return 100 * part / length();
    }
}
