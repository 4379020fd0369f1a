// assert: false
// no-runtime-exception: true
// A double need not equal itself.
import org.sosy_lab.sv_benchmarks.Verifier;

public class NotANumber {
  public static void main(String[] args) {
    double d = Verifier.nondetDouble();
    assert d == d;
  }
}
