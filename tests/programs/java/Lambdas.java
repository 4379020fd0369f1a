// Lambdas that capture values and the receiver, method references of all four kinds, and a composition.
// entry: pick(int, int)         bounds: --max-calls 40 --max-loop 3     paths: 3
// entry: scaled(int)            bounds: --max-calls 40 --max-loop 3     paths: 2
// entry: references(Lambdas, int)  bounds: --max-calls 40 --max-loop 3     paths: 4

import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

public class Lambdas {
    int factor;

    Lambdas(int factor) {
        this.factor = factor;
    }

    int factor() {
        return factor;
    }

    static int half(int x) {
        return x / 2;
    }

    static int pick(int which, int x) {
        IntUnaryOperator chosen = which == 0 ? y -> y + x : which == 1 ? Lambdas::half : IntUnaryOperator.identity();
        return chosen.applyAsInt(x);
    }

    int scaled(int x) {
        IntUnaryOperator scale = y -> y * factor;
        IntUnaryOperator guarded = y -> y < 0 ? 0 : y;
        return scale.andThen(guarded).applyAsInt(x);
    }

    static int references(Lambdas other, int x) {
        IntFunction<Lambdas> constructor = Lambdas::new;
        ToIntFunction<Lambdas> unbound = Lambdas::factor;
        Supplier<Lambdas> captured = () -> other;
        Function<Lambdas, Lambdas> orElse = l -> l == null ? constructor.apply(x) : l;
        Lambdas chosen = orElse.apply(captured.get());
        IntUnaryOperator bound = chosen::scaled;
        return unbound.applyAsInt(chosen) > 0 ? bound.applyAsInt(1) : 0;
    }
}
