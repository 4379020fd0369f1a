// assert: unknown
// no-runtime-exception: true
// The assertion fails, but the error does not leave the program: whether it is violated is a matter of definition.
import org.sosy_lab.sv_benchmarks.Verifier;

public class CaughtAssertion {
  public static void main(String[] args) {
    int n = Verifier.nondetInt();
    try {
      assert n != 5;
    } catch (AssertionError error) {
      n = 0;
    }
  }
}
