// assert: false
// no-runtime-exception: true
// Insertion into a sorted list goes wrong at the head.
import org.sosy_lab.sv_benchmarks.Verifier;

public class BrokenInsertion {
  static final class Node {
    final int value;
    Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  private static Node insert(Node head, int value) {
    if (head == null) {
      return new Node(value, null);
    }
    Node at = head;
    while (at.next != null && at.next.value < value) {
      at = at.next;
    }
    at.next = new Node(value, at.next);
    return head;
  }

  public static void main(String[] args) {
    Node head = null;
    for (int i = 0; i < 3; i++) {
      head = insert(head, Verifier.nondetInt());
    }
    for (Node at = head; at.next != null; at = at.next) {
      assert at.value <= at.next.value;
    }
  }
}
