// assert: unknown
// no-runtime-exception: true
// An assertion fails in an initialiser, which catches the error: whether it is violated is a matter of definition.
public class CaughtInInitialiser {
  static class Level {
    static int value;

    static {
      try {
        assert value == 1;
      } catch (AssertionError error) {
        value = 2;
      }
    }
  }

  public static void main(String[] args) {
    if (Level.value != 2) {
      throw new IllegalStateException();
    }
  }
}
