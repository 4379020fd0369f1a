// assert: false
// no-runtime-exception: true
// One of four combinations of two booleans violates the assertion.
import org.sosy_lab.sv_benchmarks.Verifier;

public class BothFlags {
  public static void main(String[] args) {
    boolean first = Verifier.nondetBoolean();
    boolean second = Verifier.nondetBoolean();
    int score = (first ? 1 : 0) + (second ? 2 : 0);
    assert score != 3;
  }
}
