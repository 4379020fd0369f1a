// The greatest element of a sparse vector: every comparison forks, 2^n paths; indices may be out of bounds.
// entry: greatest(int[], int[], int) bounds: --max-calls 6 --max-loop 4      paths: 491

public class SparseMax {
    static int greatest(int[] indices, int[] values, int wanted) {
        int greatest = 0;
        for (int i = 0; i < indices.length; i++) {
            if (indices[i] >= wanted && values[i] > greatest) {
                greatest = values[i];
            }
        }
        return greatest;
    }
}
