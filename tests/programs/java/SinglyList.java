// A sorted singly linked list that knows its size: insertion in order, removal, and reversal in place.
// entry: insert(int)            assume: repOk   bounds: --max-calls 6 --max-loop 3      paths: 12
// entry: remove(int)            bounds: --max-calls 6 --max-loop 3      paths: 11
// entry: reverse()              bounds: --max-calls 6 --max-loop 3      paths: 5

public class SinglyList {
    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    Node head;
    int size;

    boolean repOk() {
        int count = 0;
        for (Node n = head; n != null; n = n.next) {
            count++;
            if (count > size || (n.next != null && n.value > n.next.value)) {
                return false;
            }
        }
        return count == size;
    }

    void insert(int value) {
        Node before = null;
        Node after = head;
        while (after != null && after.value < value) {
            before = after;
            after = after.next;
        }
        Node added = new Node(value, after);
        if (before == null) {
            head = added;
        } else {
            before.next = added;
        }
        size++;
    }

    boolean remove(int value) {
        if (head == null) {
            return false;
        }
        if (head.value == value) {
            head = head.next;
            size--;
            return true;
        }
        for (Node n = head; n.next != null; n = n.next) {
            if (n.next.value == value) {
                n.next = n.next.next;
                size--;
                return true;
            }
        }
        return false;
    }

    void reverse() {
        Node reversed = null;
        while (head != null) {
            Node rest = head.next;
            head.next = reversed;
            reversed = head;
            head = rest;
        }
        head = reversed;
    }
}
