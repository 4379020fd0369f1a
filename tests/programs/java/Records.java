// Records with compact constructors, accessors that are overridden, nesting, and the equality made by the compiler.
// entry: span(int, int)         bounds: --max-calls 40 --max-loop 3     paths: 5
// entry: same(Point, Point)     bounds: --max-calls 40 --max-loop 3     paths: 6
// entry: overlaps(Range, Range)  bounds: --max-calls 40 --max-loop 3     paths: 9

public class Records {
    record Point(int x, int y) {
        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }
    }

    record Range(int low, int high) {
        Range {
            if (low > high) {
                throw new IllegalArgumentException("empty range");
            }
        }

        Range(int only) {
            this(only, only);
        }

        @Override
        public int high() {
            return high - low < 0 ? Integer.MAX_VALUE : high;
        }

        static Range around(int a, int b) {
            return a < b ? new Range(a, b) : a == b ? new Range(a) : new Range(b, a);
        }
    }

    static int span(int a, int b) {
        Range range = Range.around(a, b);
        return range.high() - range.low();
    }

    static boolean same(Point p, Point q) {
        return p.equals(q) && p.hashCode() == q.hashCode();
    }

    static boolean overlaps(Range r, Range s) {
        return r.low() <= s.high() && s.low() <= r.high();
    }
}
