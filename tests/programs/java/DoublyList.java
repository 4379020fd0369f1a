// A doubly linked list: unlinking a given node, linking after one, and a repOk that demands that prev undoes next.
// entry: unlink(Node)           bounds: --max-calls 6 --max-loop 3      paths: 5
// entry: addAfter(Node, int)    bounds: --max-calls 6 --max-loop 3      paths: 4
// entry: removeLast()           assume: repOk   bounds: --max-calls 6 --max-loop 3      paths: 6

public class DoublyList {
    static class Node {
        int value;
        Node prev;
        Node next;
    }

    Node first;
    Node last;

    boolean repOk() {
        if (first == null) {
            return last == null;
        }
        if (first.prev != null) {
            return false;
        }
        Node n = first;
        while (n.next != null) {
            if (n.next.prev != n) {
                return false;
            }
            n = n.next;
        }
        return n == last;
    }

    void unlink(Node node) {
        if (node.prev == null) {
            first = node.next;
        } else {
            node.prev.next = node.next;
        }
        if (node.next == null) {
            last = node.prev;
        } else {
            node.next.prev = node.prev;
        }
        node.prev = null;
        node.next = null;
    }

    Node addAfter(Node node, int value) {
        Node added = new Node();
        added.value = value;
        added.prev = node;
        added.next = node == null ? first : node.next;
        if (added.prev == null) {
            first = added;
        } else {
            added.prev.next = added;
        }
        if (added.next == null) {
            last = added;
        } else {
            added.next.prev = added;
        }
        return added;
    }

    int removeLast() {
        if (last == null) {
            return -1;
        }
        int value = last.value;
        unlink(last);
        return value;
    }
}
