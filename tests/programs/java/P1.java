// [POSE] Fig. 2(a): reads a field of three inputs that may all be one object; abort() needs a0 and a1 to differ.
// entry: p1(A, A, A)            bounds: --max-calls 20 --max-loop 3     paths: 5

public class P1 {
    static class A {
        int f;
    }

    static int p1(A a0, A a1, A a2) {
        int v = a0.f + a1.f + a2.f;
        if (a0.f != a1.f)
            abort();
        return v - a1.f - a2.f;
    }

    static void abort() {
        throw new IllegalStateException();
    }
}
