// [POSE] Fig. 1(c), with max = 10: does the chain of next end within max nodes?
// entry: hasNull()              bounds: --max-calls 4 --max-loop 12     paths: 12

public class HasNull10 {
    static final int max = 10;
    HasNull10 next;

    boolean hasNull() {
        HasNull10 s = next;
        int i = 1;
        while (s != null
               && i <= max) {
            s = s.next;
            i = i + 1;
        }
        return s == null;
    }
}
