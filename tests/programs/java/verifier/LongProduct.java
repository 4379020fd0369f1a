// assert: false
// no-runtime-exception: true
// A long whose square is a given number.
import org.sosy_lab.sv_benchmarks.Verifier;

public class LongProduct {
  public static void main(String[] args) {
    long x = Verifier.nondetLong();
    Verifier.assume(x > 0 && x < 100000);
    assert x * x != 1522756L;
  }
}
