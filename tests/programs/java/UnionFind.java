// Disjoint sets as trees of parent pointers, with path halving and union by rank.
// entry: find()                 bounds: --max-calls 6 --max-loop 3      paths: 12
// entry: union(UnionFind)       bounds: --max-calls 6 --max-loop 2      paths: 63

public class UnionFind {
    UnionFind parent = this;
    int rank;

    UnionFind find() {
        UnionFind n = this;
        while (n.parent != n) {
            n.parent = n.parent.parent;
            n = n.parent;
        }
        return n;
    }

    boolean union(UnionFind other) {
        UnionFind a = find();
        UnionFind b = other.find();
        if (a == b) {
            return false;
        }
        if (a.rank < b.rank) {
            a.parent = b;
        } else {
            b.parent = a;
            if (a.rank == b.rank) {
                a.rank++;
            }
        }
        return true;
    }
}
