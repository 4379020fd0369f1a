// assert: false
// no-runtime-exception: true
// The assertion fails in the initialiser of a class that main uses.
import org.sosy_lab.sv_benchmarks.Verifier;

public class FailingInitialiser {
  public static void main(String[] args) {
    char c = Verifier.nondetChar();
    Limits.INPUT[0] = c;
  }
}

class Limits {
  static final char[] INPUT = {Verifier.nondetChar()};

  static {
    assert INPUT[0] != '\u4e2d';
  }
}
