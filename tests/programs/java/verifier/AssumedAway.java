// assert: true
// no-runtime-exception: true
// Executions that do not satisfy an assumption end there.
import org.sosy_lab.sv_benchmarks.Verifier;

public class AssumedAway {
  public static void main(String[] args) {
    int x = Verifier.nondetInt();
    Verifier.assume(x > 10);
    Verifier.assume(x < 5);
    assert false;
  }
}
