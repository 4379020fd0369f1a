// A binary tree with parent pointers: the in-order successor, and a left rotation.
// entry: successor()            bounds: --max-calls 4 --max-loop 3      paths: 14
// entry: rotateLeft()           bounds: --max-calls 4 --max-loop 3      paths: 7

public class ParentTree {
    ParentTree parent;
    ParentTree left;
    ParentTree right;

    ParentTree successor() {
        if (right != null) {
            ParentTree n = right;
            while (n.left != null) {
                n = n.left;
            }
            return n;
        }
        ParentTree child = this;
        ParentTree n = parent;
        while (n != null && child == n.right) {
            child = n;
            n = n.parent;
        }
        return n;
    }

    /** The right child takes this node's place; nothing happens if there is none. */
    ParentTree rotateLeft() {
        ParentTree pivot = right;
        if (pivot == null) {
            return this;
        }
        right = pivot.left;
        if (right != null) {
            right.parent = this;
        }
        pivot.parent = parent;
        if (parent != null) {
            if (parent.left == this) {
                parent.left = pivot;
            } else {
                parent.right = pivot;
            }
        }
        pivot.left = this;
        parent = pivot;
        return pivot;
    }
}
