// assert: false
// no-runtime-exception: true
// One of the classes behind an interface breaks what the interface promises.
import org.sosy_lab.sv_benchmarks.Verifier;

public class WrongShape {
  interface Shape {
    int area(int side);
  }

  static final class Square implements Shape {
    public int area(int side) {
      return side * side;
    }
  }

  static final class Frame implements Shape {
    public int area(int side) {
      return 4 * side - 4;
    }
  }

  public static void main(String[] args) {
    Shape shape = Verifier.nondetBoolean() ? new Square() : new Frame();
    short side = Verifier.nondetShort();
    Verifier.assume(side >= 0 && side < 100);
    assert shape.area(side) >= 0;
  }
}
