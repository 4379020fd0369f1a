// A Fenwick tree over a small array: prefix sums by the lowest set bit of an index.
// entry: prefix(int)            bounds: --max-calls 8 --max-loop 3      paths: 7
// entry: add(int, int)          bounds: --max-calls 8 --max-loop 3      paths: 10

public class Fenwick {
    private final int[] sums = new int[8];

    int prefix(int count) {
        int sum = 0;
        for (int i = count; i > 0; i -= i & -i) {
            sum += sums[i - 1];
        }
        return sum;
    }

    void add(int index, int delta) {
        for (int i = index + 1; i <= sums.length; i += i & -i) {
            sums[i - 1] += delta;
        }
    }
}
