// Template methods of an abstract class that has no class below it: what its abstract methods return is an input.
// entry: count()                bounds: --max-calls 10 --max-loop 3     paths: 5
// entry: area()                 bounds: --max-calls 10 --max-loop 3     paths: 3
// entry: walk()                 bounds: --max-calls 10 --max-loop 3     paths: 4

public abstract class Templates {
    int seen;

    abstract int rows();

    abstract boolean full();

    abstract Templates next();

    abstract void mark(byte row);

    int count() {
        int n = 0;
        for (int i = 0; i < rows(); i++) {
            mark((byte) i);
            n++;
        }
        return n;
    }

    int area() {
        return full() ? rows() : rows() == rows() ? seen : -1;
    }

    int walk() {
        Templates first = next();
        if (first == null) {
            return 0;
        }
        first.seen = 7;
        Templates second = next();
        return second == first ? second.seen : second == this ? 8 : 9;
    }
}
