// Two sorted lists merged into one by relinking, with a labelled loop and aliased arguments allowed.
// entry: merge(Node, Node)      bounds: --max-calls 4 --max-loop 3      paths: 32
// entry: disjoint(Node, Node)   bounds: --max-calls 4 --max-loop 3      paths: 40

public class MergeLists {
    static final class Node {
        int value;
        Node next;
    }

    static Node merge(Node a, Node b) {
        Node before = new Node();
        Node last = before;
        while (a != null && b != null) {
            if (a.value <= b.value) {
                last.next = a;
                a = a.next;
            } else {
                last.next = b;
                b = b.next;
            }
            last = last.next;
        }
        last.next = a != null ? a : b;
        return before.next;
    }

    /** Do the lists share no node? */
    static boolean disjoint(Node a, Node b) {
        boolean shared = false;
        search:
        for (Node m = a; m != null; m = m.next) {
            for (Node n = b; n != null; n = n.next) {
                if (m == n) {
                    shared = true;
                    break search;
                }
            }
        }
        return !shared;
    }
}
