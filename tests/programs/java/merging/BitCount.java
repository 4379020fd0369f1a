// Counting bits one by one: 2^n paths to n + 1 results.
// entry: count(int)             bounds: --max-calls 6 --max-loop 8      paths: 256

public class BitCount {
    static int count(int bits) {
        int ones = 0;
        for (int i = 0; i < 8; i++) {
            if ((bits & 1) != 0) {
                ones++;
            }
            bits >>>= 1;
        }
        return ones;
    }
}
