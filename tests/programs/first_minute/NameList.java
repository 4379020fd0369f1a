// A list of names, from which the first one cannot be removed.
// bug: 39 java.lang.NullPointerException remove
// calls: var list = new NameList(); list.add("a"); list.remove("a");

public class NameList {
    private static class Node {
        String name;
        Node next;

        Node(String name) {
            this.name = name;
        }
    }

    private Node head;
    private int size;

    public void add(String name) {
        Node node = new Node(name);
        node.next = head;
        head = node;
        size++;
    }

    public boolean contains(String name) {
        for (Node node = head; node != null; node = node.next) {
            if (node.name.equals(name)) {
                return true;
            }
        }
        return false;
    }

    public boolean remove(String name) {
        Node previous = null;
        Node current = head;
        while (current != null) {
            if (current.name.equals(name)) {
                previous.next = current.next;
                size--;
                return true;
            }
            previous = current;
            current = current.next;
        }
        return false;
    }

    public int size() {
        return size;
    }
}
