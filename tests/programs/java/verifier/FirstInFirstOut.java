// assert: true
// no-runtime-exception: true
// A queue of linked cells gives back what was put in, in order.
import org.sosy_lab.sv_benchmarks.Verifier;

public class FirstInFirstOut {
  private Cell first;
  private Cell last;

  void put(int value) {
    Cell cell = new Cell(value);
    if (first == null) {
      first = cell;
    } else {
      last.next = cell;
    }
    last = cell;
  }

  int take() {
    int value = first.value;
    first = first.next;
    return value;
  }

  public static void main(String[] args) {
    FirstInFirstOut queue = new FirstInFirstOut();
    int a = Verifier.nondetInt();
    int b = Verifier.nondetInt();
    queue.put(a);
    queue.put(b);
    assert queue.take() == a;
    assert queue.take() == b;
  }
}

class Cell {
  final int value;
  Cell next;

  Cell(int value) {
    this.value = value;
  }
}
