// Double dispatch over a chain of nodes of three classes: 3^n paths.
// entry: sum(Node)              bounds: --max-calls 8 --max-loop 3      paths: 121

public class VisitorSum {
    abstract static class Node {
        Node next;

        abstract int accept(Visitor visitor);
    }

    static final class Leaf extends Node {
        int value;

        @Override
        int accept(Visitor visitor) {
            return visitor.leaf(this);
        }
    }

    static final class Pair extends Node {
        int left;
        int right;

        @Override
        int accept(Visitor visitor) {
            return visitor.pair(this);
        }
    }

    static final class Empty extends Node {
        @Override
        int accept(Visitor visitor) {
            return visitor.empty();
        }
    }

    static final class Visitor {
        int seen;

        int leaf(Leaf leaf) {
            seen++;
            return leaf.value;
        }

        int pair(Pair pair) {
            seen += 2;
            return pair.left + pair.right;
        }

        int empty() {
            return 0;
        }
    }

    static int sum(Node node) {
        Visitor visitor = new Visitor();
        int sum = 0;
        while (node != null) {
            sum += node.accept(visitor);
            node = node.next;
        }
        return sum + visitor.seen;
    }
}
