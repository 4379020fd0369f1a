// A linked queue with head and tail pointers, and a merge that appends another queue, perhaps itself.
// entry: enqueue(int)           bounds: --max-calls 6 --max-loop 3      paths: 2
// entry: dequeue()              bounds: --max-calls 6 --max-loop 3      paths: 3
// entry: appendAll(LinkedQueue)  bounds: --max-calls 6 --max-loop 3      paths: 6

public class LinkedQueue {
    static class Link {
        int item;
        Link next;
    }

    Link head;
    Link tail;

    void enqueue(int item) {
        Link link = new Link();
        link.item = item;
        if (tail == null) {
            head = link;
        } else {
            tail.next = link;
        }
        tail = link;
    }

    int dequeue() {
        int item = head.item;
        head = head.next;
        if (head == null) {
            tail = null;
        }
        return item;
    }

    boolean appendAll(LinkedQueue other) {
        if (other == this || other.head == null) {
            return false;
        }
        if (head == null) {
            head = other.head;
        } else {
            tail.next = other.head;
        }
        tail = other.tail;
        other.head = null;
        other.tail = null;
        return true;
    }
}
