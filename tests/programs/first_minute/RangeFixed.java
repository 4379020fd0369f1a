// A record; the share of an empty range. Mended.
// bug: none
// calls: new RangeFixed(3, 3).share(1);

public record RangeFixed(int from, int to) {
    public RangeFixed {
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
        if (from == to) {
            return 0;
        }
        return 100 * part / length();
    }
}
