// assert: true
// no-runtime-exception: true
// Inputs of narrow types are within their ranges.
import org.sosy_lab.sv_benchmarks.Verifier;

public class Ranges {
  public static void main(String[] args) {
    int b = Verifier.nondetByte();
    int s = Verifier.nondetShort();
    int c = Verifier.nondetChar();
    assert b >= -128 && b <= 127;
    assert s >= -32768 && s <= 32767;
    assert c >= 0 && c <= 65535;
    assert args.length == 0;
  }
}
