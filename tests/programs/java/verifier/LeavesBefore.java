// assert: true
// no-runtime-exception: false
// The program exits before the assertion; a null pointer is used only without the exit.
import org.sosy_lab.sv_benchmarks.Verifier;

public class LeavesBefore {
  public static void main(String[] args) {
    int x = Verifier.nondetInt();
    if (x == 3) {
      System.exit(1);
    }
    assert x != 3;
    String none = x == 4 ? null : "some";
    none.length();
  }
}
