// Matrices as arrays of rows: a product of fixed size, the trace of any matrix, and rows that may be one array.
// entry: trace(int[][])         bounds: --max-calls 6 --max-loop 3      paths: 14
// entry: determinantOfSquare(int, int, int, int)  bounds: --max-calls 6 --max-loop 9      paths: 1
// entry: swapRows(int[][], int, int)  bounds: --max-calls 6 --max-loop 3      paths: 6

public class Matrix {
    static int trace(int[][] m) {
        int trace = 0;
        for (int i = 0; i < m.length; i++) {
            trace += m[i][i];
        }
        return trace;
    }

    static int[][] product(int[][] a, int[][] b) {
        int[][] c = new int[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return c;
    }

    static int determinantOfSquare(int a, int b, int c, int d) {
        int[][] m = {{a, b}, {c, d}};
        int[][] s = product(m, m);
        return s[0][0] * s[1][1] - s[0][1] * s[1][0];
    }

    /** Exchanges two rows; the first element of row i afterwards. */
    static int swapRows(int[][] m, int i, int j) {
        int[] row = m[i];
        m[i] = m[j];
        m[j] = row;
        return m[i][0];
    }
}
