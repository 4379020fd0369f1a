// assert: true
// no-runtime-exception: true
// An exception that is caught is no violation.
import org.sosy_lab.sv_benchmarks.Verifier;

public class CaughtDivision {
  public static void main(String[] args) {
    int x = Verifier.nondetInt();
    int result;
    try {
      result = 100 / x;
    } catch (ArithmeticException zero) {
      result = 0;
    }
    assert result <= 100 && result >= -100;
  }
}
