// NameList, mended.
// bug: none
// calls: var list = new NameListFixed(); list.add("a"); list.remove("a");

public class NameListFixed {
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
                if (previous == null) {
                    head = current.next;
                } else {
                    previous.next = current.next;
                }
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
