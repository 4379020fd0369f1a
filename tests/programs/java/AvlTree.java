// An AVL tree with heights in the nodes: single and double rotations, and insertion by recursion.
// entry: rebalance(Node)        bounds: --max-calls 3 --max-loop 3      paths: 38
// entry: insert(int)            assume: repOk   bounds: --max-calls 12 --max-loop 3     paths: 23
// entry: contains(int)          assume: repOk   bounds: --max-calls 12 --max-loop 3     paths: 21

public class AvlTree {
    static final class Node {
        int key;
        int height;
        Node left;
        Node right;
    }

    Node root;

    /** At most two levels. */
    boolean repOk() {
        return checkedHeight(root, 2) >= 0;
    }

    /** The height of a balanced tree whose nodes tell their heights truly, or -1; no more than so many levels. */
    private static int checkedHeight(Node n, int levels) {
        if (n == null) {
            return 0;
        }
        if (levels == 0) {
            return -1;
        }
        int left = checkedHeight(n.left, levels - 1);
        if (left < 0) {
            return -1;
        }
        int right = checkedHeight(n.right, levels - 1);
        if (right < 0 || left - right > 1 || right - left > 1 || n.height != 1 + Math.max(left, right)) {
            return -1;
        }
        return n.height;
    }

    private static int height(Node n) {
        return n == null ? 0 : n.height;
    }

    private static Node measured(Node n) {
        int left = height(n.left);
        int right = height(n.right);
        n.height = 1 + (left > right ? left : right);
        return n;
    }

    private static Node rotateRight(Node n) {
        Node pivot = n.left;
        n.left = pivot.right;
        pivot.right = measured(n);
        return measured(pivot);
    }

    private static Node rotateLeft(Node n) {
        Node pivot = n.right;
        n.right = pivot.left;
        pivot.left = measured(n);
        return measured(pivot);
    }

    static Node rebalance(Node n) {
        int balance = height(n.left) - height(n.right);
        if (balance > 1) {
            if (height(n.left.left) < height(n.left.right)) {
                n.left = rotateLeft(n.left);
            }
            return rotateRight(n);
        }
        if (balance < -1) {
            if (height(n.right.right) < height(n.right.left)) {
                n.right = rotateRight(n.right);
            }
            return rotateLeft(n);
        }
        return measured(n);
    }

    void insert(int key) {
        root = inserted(root, key);
    }

    private static Node inserted(Node n, int key) {
        if (n == null) {
            Node leaf = new Node();
            leaf.key = key;
            leaf.height = 1;
            return leaf;
        }
        if (key < n.key) {
            n.left = inserted(n.left, key);
        } else if (key > n.key) {
            n.right = inserted(n.right, key);
        } else {
            return n;
        }
        return rebalance(n);
    }

    boolean contains(int key) {
        Node n = root;
        while (n != null && n.key != key) {
            n = key < n.key ? n.left : n.right;
        }
        return n != null;
    }
}
