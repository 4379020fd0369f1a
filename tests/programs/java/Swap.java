// [POSE] Fig. 1(a): swap the data of this object with that of another one, which may be null or this object itself.
// entry: swap(Swap)             bounds: --max-calls 4 --max-loop 3      paths: 2

public class Swap {
    Object data;

    void swap(Swap s) {
        if (s != null) {
            Object d = this.data;
            this.data = s.data;
            s.data = d;
        }
    }
}
