// assert: unknown
// no-runtime-exception: unknown
// The loop may have any number of rounds: no violation is found, and not every path is followed to its end.
import org.sosy_lab.sv_benchmarks.Verifier;

public class UnboundedLoop {
  public static void main(String[] args) {
    int n = Verifier.nondetInt();
    int i = 0;
    while (i < n) {
      i++;
    }
    assert i >= 0;
  }
}
