// [POSE] Fig. 1(c), with max = 4: does the chain of next end within max nodes?
// entry: hasNull()              bounds: --max-calls 4 --max-loop 6      paths: 6

public class HasNull4 {
    static final int max = 4;
    HasNull4 next;

    boolean hasNull() {
        HasNull4 s = next;
        int i = 1;
        while (s != null
               && i <= max) {
            s = s.next;
            i = i + 1;
        }
        return s == null;
    }
}
