// A matrix, whose transposed one has the wrong number of rows.
// bug: 39 java.lang.ArrayIndexOutOfBoundsException transpose
// calls: new Matrix(1, 2).transpose();

public class Matrix {
    private final int rows;
    private final int columns;
    private final int[][] cells;

    public Matrix(int rows, int columns) {
        if (rows < 1 || columns < 1 || rows > 100 || columns > 100) {
            throw new IllegalArgumentException("size " + rows + " x " + columns);
        }
        this.rows = rows;
        this.columns = columns;
        this.cells = new int[rows][columns];
    }

    public void set(int row, int column, int value) {
        checkPosition(row, column);
        cells[row][column] = value;
    }

    public int get(int row, int column) {
        checkPosition(row, column);
        return cells[row][column];
    }

    private void checkPosition(int row, int column) {
        if (row < 0 || row >= rows || column < 0 || column >= columns) {
            throw new IllegalArgumentException("no cell at " + row + ", " + column);
        }
    }

    public Matrix transpose() {
        Matrix result = new Matrix(rows, columns);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                result.cells[column][row] = cells[row][column];
            }
        }
        return result;
    }

    public int trace() {
        int sum = 0;
        for (int i = 0; i < Math.min(rows, columns); i++) {
            sum += cells[i][i];
        }
        return sum;
    }
}
