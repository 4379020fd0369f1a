// assert: true
// no-runtime-exception: false
// A string is never null, and may be empty.
import org.sosy_lab.sv_benchmarks.Verifier;

public class AnyString {
  public static void main(String[] args) {
    String text = Verifier.nondetString();
    assert text != null;
    assert text.length() >= 0;
    assert text.isEmpty() || text.charAt(0) >= 0;
    text.charAt(0);
  }
}
