// assert: false
// no-runtime-exception: true
// A static initialiser asks for an input, before main does.
import org.sosy_lab.sv_benchmarks.Verifier;

public class InputInInitialiser {
  private static final int LIMIT = Verifier.nondetInt();

  public static void main(String[] args) {
    byte step = Verifier.nondetByte();
    Verifier.assume(LIMIT > 1000);
    assert LIMIT - step != 1234;
  }
}
