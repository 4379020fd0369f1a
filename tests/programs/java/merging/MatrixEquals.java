// Equality of matrices up to a tolerance: rows of any length, rows that may be shared, an early return.
// entry: same(int[][], int[][]) bounds: --max-calls 6 --max-loop 2      paths: 7873

public class MatrixEquals {
    static int same(int[][] a, int[][] b) {
        if (a.length != b.length) {
            return -1;
        }
        int different = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i].length != b[i].length) {
                return -1;
            }
            for (int j = 0; j < a[i].length; j++) {
                int difference = a[i][j] - b[i][j];
                if (difference < -1 || difference > 1) {
                    different++;
                }
            }
        }
        return different;
    }
}
