// A circular list with a cursor: rotation, insertion, and counting out every third one for a fixed number of rounds.
// entry: length()               bounds: --max-calls 6 --max-loop 4      paths: 12
// entry: insert(int)            bounds: --max-calls 6 --max-loop 3      paths: 2
// entry: countOut()             assume: repOk   bounds: --max-calls 6 --max-loop 4      paths: 7

public class CircularList {
    static class Node {
        int id;
        Node next;
    }

    Node cursor;

    boolean repOk() {
        return cursor == null || length() > 0;
    }

    int length() {
        if (cursor == null) {
            return 0;
        }
        int length = 1;
        for (Node n = cursor.next; n != cursor; n = n.next) {
            length++;
        }
        return length;
    }

    void insert(int id) {
        Node added = new Node();
        added.id = id;
        if (cursor == null) {
            added.next = added;
        } else {
            added.next = cursor.next;
            cursor.next = added;
        }
        cursor = added;
    }

    int countOut() {
        if (cursor == null) {
            return -1;
        }
        for (int round = 0; round < 2 && cursor.next != cursor; round++) {
            Node before = cursor.next;
            before.next = before.next.next;
            cursor = before.next;
        }
        return cursor.id;
    }
}
