// A left-leaning red-black tree: rotations, colour flips, insertion by recursion, and equal black heights as repOk.
// entry: fixed(Node)            bounds: --max-calls 5 --max-loop 3      paths: 47
// entry: insert(int)            assume: repOk   bounds: --max-calls 12 --max-loop 3     paths: 18

public class RedBlackTree {
    static final class Node {
        int key;
        boolean red;
        Node left;
        Node right;
    }

    Node root;

    /** At most two levels. */
    boolean repOk() {
        return !isRed(root) && blackHeight(root, 2) >= 0;
    }

    private static boolean isRed(Node n) {
        return n != null && n.red;
    }

    /** The number of black nodes on every way down, or -1 if they differ, a right link is red, or two reds meet. */
    private static int blackHeight(Node n, int levels) {
        if (n == null) {
            return 0;
        }
        if (levels == 0 || isRed(n.right) || (n.red && isRed(n.left))) {
            return -1;
        }
        int left = blackHeight(n.left, levels - 1);
        if (left < 0 || left != blackHeight(n.right, levels - 1)) {
            return -1;
        }
        return n.red ? left : left + 1;
    }

    private static Node rotateLeft(Node n) {
        Node pivot = n.right;
        n.right = pivot.left;
        pivot.left = n;
        pivot.red = n.red;
        n.red = true;
        return pivot;
    }

    private static Node rotateRight(Node n) {
        Node pivot = n.left;
        n.left = pivot.right;
        pivot.right = n;
        pivot.red = n.red;
        n.red = true;
        return pivot;
    }

    static Node fixed(Node n) {
        if (isRed(n.right) && !isRed(n.left)) {
            n = rotateLeft(n);
        }
        if (isRed(n.left) && isRed(n.left.left)) {
            n = rotateRight(n);
        }
        if (isRed(n.left) && isRed(n.right)) {
            n.red = !n.red;
            n.left.red = !n.left.red;
            n.right.red = !n.right.red;
        }
        return n;
    }

    void insert(int key) {
        root = inserted(root, key);
        root.red = false;
    }

    private static Node inserted(Node n, int key) {
        if (n == null) {
            Node leaf = new Node();
            leaf.key = key;
            leaf.red = true;
            return leaf;
        }
        if (key < n.key) {
            n.left = inserted(n.left, key);
        } else if (key > n.key) {
            n.right = inserted(n.right, key);
        }
        return fixed(n);
    }
}
