// A directed graph of nodes with two outgoing edges: depth-first reachability with marks, and removal of marks.
// entry: reaches(Graph)         bounds: --max-calls 1 --max-loop 3      paths: 5
// entry: isLeafOf(Graph)        bounds: --max-calls 4 --max-loop 3      paths: 8

public class Graph {
    boolean marked;
    Graph first;
    Graph second;

    /** Is the goal found without passing through a marked node?  Marks what it visits. */
    boolean reaches(Graph goal) {
        if (this == goal) {
            return true;
        }
        if (marked) {
            return false;
        }
        marked = true;
        return first != null && first.reaches(goal) || second != null && second.reaches(goal);
    }

    boolean isLeafOf(Graph parent) {
        return first == null & second == null && (parent.first == this ^ parent.second == this);
    }
}
