// assert: true
// no-runtime-exception: false
// Two calls are two inputs, and each keeps its value; an index may be out of bounds.
import org.sosy_lab.sv_benchmarks.Verifier;

public class TwoInputs {
  public static void main(String[] args) {
    int a = Verifier.nondetInt();
    int b = Verifier.nondetInt();
    int c = a;
    assert c == a;
    if (a == 1 && b == 2) {
      assert a != b;
      int[] two = new int[2];
      two[b] = a;
    }
  }
}
