// A binary search tree: iterative insertion and search, recursive removal of the least key, and a repOk by key ranges.
// entry: insert(int)            bounds: --max-calls 6 --max-loop 3      paths: 62
// entry: contains(int)          assume: repOk   bounds: --max-calls 3 --max-loop 3      paths: 6
// entry: removeLeast()          assume: repOk   bounds: --max-calls 3 --max-loop 3      paths: 4

public class BinarySearchTree {
    static final class Node {
        int key;
        Node left;
        Node right;
    }

    Node root;

    boolean repOk() {
        return within(root, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** All keys of the tree are in low..high, and ordered.  A shared or cyclic node would have to be in two ranges. */
    private static boolean within(Node n, int low, int high) {
        if (n == null) {
            return true;
        }
        if (n.key <= low || n.key >= high) {
            return false;
        }
        return within(n.left, low, n.key) && within(n.right, n.key, high);
    }

    boolean insert(int key) {
        Node added = new Node();
        added.key = key;
        if (root == null) {
            root = added;
            return true;
        }
        Node n = root;
        while (n.key != key) {
            Node child = key < n.key ? n.left : n.right;
            if (child == null) {
                if (key < n.key) {
                    n.left = added;
                } else {
                    n.right = added;
                }
                return true;
            }
            n = child;
        }
        return false;
    }

    boolean contains(int key) {
        Node n = root;
        while (n != null && n.key != key) {
            n = key < n.key ? n.left : n.right;
        }
        return n != null;
    }

    void removeLeast() {
        root = withoutLeast(root);
    }

    private static Node withoutLeast(Node n) {
        if (n == null) {
            return null;
        }
        if (n.left == null) {
            return n.right;
        }
        n.left = withoutLeast(n.left);
        return n;
    }
}
