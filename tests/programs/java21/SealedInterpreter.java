// A small language as sealed records: evaluation by nested patterns, with a result that is a value or an error.
// entry: run(Expr, int)         bounds: --max-calls 8 --max-loop 6      paths: 20
// entry: folded(Expr)           bounds: --max-calls 8 --max-loop 6      paths: 5

public class SealedInterpreter {
    sealed interface Expr {}

    record Num(int value) implements Expr {}

    record Neg(Expr operand) implements Expr {}

    record Div(Num left, Num right) implements Expr {}

    sealed interface Result {}

    record Value(int value) implements Result {}

    record Failure(String reason) implements Result {}

    static Result eval(Expr expr, int fuel) {
        if (fuel == 0) {
            return new Failure("too deep");
        }
        return switch (expr) {
            case Num(int value) -> new Value(value);
            case Neg(Neg(var inner)) -> eval(inner, fuel - 1);
            case Neg(var operand) -> eval(operand, fuel - 1) instanceof Value(int v) ? new Value(-v) : new Failure("-");
            case Div(Num(int a), Num(int b)) when b != 0 -> new Value(a / b);
            case Div d -> new Failure("division by zero");
        };
    }

    static int run(Expr expr, int ifFailed) {
        return switch (eval(expr, 2)) {
            case Value(int value) -> value;
            case Failure f -> ifFailed;
        };
    }

    static boolean folded(Expr expr) {
        return expr instanceof Neg(Num(int value)) && value == 0 || expr instanceof Num;
    }
}
