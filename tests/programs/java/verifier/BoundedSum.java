// assert: true
// no-runtime-exception: true
// A loop with a symbolic bound that is at most four.
import org.sosy_lab.sv_benchmarks.Verifier;

public class BoundedSum {
  public static void main(String[] args) {
    int n = Verifier.nondetInt();
    Verifier.assume(n >= 0 && n <= 4);
    int sum = 0;
    for (int i = 1; i <= n; i++) {
      sum += i;
    }
    assert sum == n * (n + 1) / 2;
  }
}
