// assert: true
// no-runtime-exception: true
// The absolute value of any int but the smallest is not negative.
import org.sosy_lab.sv_benchmarks.Verifier;

public class AbsoluteValue {
  public static void main(String[] args) {
    int x = Verifier.nondetInt();
    Verifier.assume(x != Integer.MIN_VALUE);
    int absolute = x < 0 ? -x : x;
    assert absolute >= 0;
  }
}
