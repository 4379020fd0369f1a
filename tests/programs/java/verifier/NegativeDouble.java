// assert: false
// no-runtime-exception: true
// The only violation is at a negative number.
import org.sosy_lab.sv_benchmarks.Verifier;

public class NegativeDouble {
  public static void main(String[] args) {
    double d = Verifier.nondetDouble();
    float f = Verifier.nondetFloat();
    Verifier.assume(f < -1.0f);
    assert d * 2 != -9.0;
  }
}
