// assert: false
// no-runtime-exception: true
// The loop that looks for the largest element leaves out the last one.
import org.sosy_lab.sv_benchmarks.Verifier;

public class LastIsSkipped {
  public static void main(String[] args) {
    int[] numbers = new int[3];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Verifier.nondetInt();
    }
    int largest = numbers[0];
    for (int i = 1; i < numbers.length - 1; i++) {
      if (numbers[i] > largest) {
        largest = numbers[i];
      }
    }
    for (int number : numbers) {
      assert largest >= number;
    }
  }
}
