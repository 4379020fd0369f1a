// Arrays of arrays: ragged rows, missing rows, several dimensions at once, and rows shared between indices.
// entry: cell(int[][], int, int)  bounds: --max-calls 20 --max-loop 3     paths: 6
// entry: fill(int, int)         bounds: --max-calls 20 --max-loop 6     paths: 10
// entry: shared(char[][])       bounds: --max-calls 20 --max-loop 3     paths: 9

public class Arrays2 {
    static int cell(int[][] a, int i, int j) {
        return a[i] == null ? -1 : j < a[i].length ? a[i][j] : 0;
    }

    static int fill(int rows, int columns) {
        if (rows > 2 || columns > 2) {
            return -1;
        }
        int[][] a = new int[rows][columns];
        int sum = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                a[i][j] = i + j;
                sum += a[i][j];
            }
        }
        return sum;
    }

    static boolean shared(char[][] a) {
        a[0][0] = 'x';
        a[1][0] = 'y';
        return a[0][0] == 'y';
    }
}
