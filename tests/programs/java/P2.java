// [POSE] Fig. 3(a): writes a field of three inputs that may all be one object; abort() needs all three to be the same.
// entry: p2(B, B, B)            bounds: --max-calls 20 --max-loop 3     paths: 5

public class P2 {
    static class B {
        int f;
    }

    static void p2(B b0, B b1, B b2) {
        b2.f = 2;
        b1.f = 1;
        b0.f = 0;
        if (b0.f + b1.f + b2.f == 0) {
            abort();
        }
    }

    static void abort() {
        throw new IllegalStateException();
    }
}
