// A graph as a square matrix of booleans: one edge, a two-step path, and the closure of a graph of two vertices.
// entry: twoSteps(int, int, int)  bounds: --max-calls 6 --max-loop 3      paths: 10
// entry: closure(boolean, boolean, boolean, boolean)  bounds: --max-calls 6 --max-loop 9      paths: 13

public class AdjacencyMatrix {
    boolean[][] edge;

    boolean twoSteps(int from, int over, int to) {
        return edge[from][over] && edge[over][to];
    }

    /** How many edges the transitive closure of the graph aa, ab, ba, bb has. */
    static int closure(boolean aa, boolean ab, boolean ba, boolean bb) {
        boolean[][] m = {{aa, ab}, {ba, bb}};
        for (int k = 0; k < m.length; k++) {
            for (int i = 0; i < m.length; i++) {
                for (int j = 0; j < m[i].length; j++) {
                    m[i][j] |= m[i][k] & m[k][j];
                }
            }
        }
        int edges = 0;
        for (boolean[] row : m) {
            for (boolean cell : row) {
                edges += cell ? 1 : 0;
            }
        }
        return edges;
    }
}
