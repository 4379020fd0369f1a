// assert: true
// no-runtime-exception: true
// A float that is a number equals itself.
import org.sosy_lab.sv_benchmarks.Verifier;

public class FiniteFloat {
  public static void main(String[] args) {
    float f = Verifier.nondetFloat();
    Verifier.assume(!Float.isNaN(f));
    assert f == f;
    assert f <= Float.POSITIVE_INFINITY;
  }
}
