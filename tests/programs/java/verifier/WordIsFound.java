// assert: false
// no-runtime-exception: true
// One string of three letters violates the assertion; shorter ones are excluded.
import org.sosy_lab.sv_benchmarks.Verifier;

public class WordIsFound {
  public static void main(String[] args) {
    String word = Verifier.nondetString();
    Verifier.assume(word.length() >= 3);
    char last = word.charAt(2);
    assert !(word.startsWith("ab") && last == 'c' && word.length() == 3) : word;
  }
}
