// assert: false
// no-runtime-exception: false
// The assertion fails in the handler of an exception; another exception is not caught.
import org.sosy_lab.sv_benchmarks.Verifier;

public class AfterAnException {
  private static int half(int x) {
    if (x % 2 != 0) {
      throw new IllegalArgumentException("odd");
    }
    return x / 2;
  }

  public static void main(String[] args) {
    int x = Verifier.nondetInt();
    int y = Verifier.nondetInt();
    try {
      half(x);
    } catch (IllegalArgumentException odd) {
      assert x != 77;
    }
    half(y);
  }
}
