// An enum whose constants have bodies, an abstract method, an interface, and a static table built from values().
// entry: apply(Operation, int, int)  bounds: --max-calls 20 --max-loop 5     paths: 5
// entry: inverse(Operation)     bounds: --max-calls 20 --max-loop 5     paths: 4
// entry: byIndex(int, int, int)  bounds: --max-calls 20 --max-loop 5     paths: 5

import java.util.function.IntBinaryOperator;

public class EnumOperations {
    enum Operation implements IntBinaryOperator {
        PLUS {
            @Override
            public int applyAsInt(int a, int b) {
                return a + b;
            }

            @Override
            Operation inverse() {
                return MINUS;
            }
        },
        MINUS {
            @Override
            public int applyAsInt(int a, int b) {
                return a - b;
            }

            @Override
            Operation inverse() {
                return PLUS;
            }
        },
        MODULO {
            @Override
            public int applyAsInt(int a, int b) {
                return a % b;
            }
        };

        private static final Operation[] TABLE = values();

        Operation inverse() {
            return null;
        }
    }

    static int apply(Operation operation, int a, int b) {
        return operation.applyAsInt(a, b);
    }

    static boolean inverse(Operation operation) {
        Operation inverse = operation.inverse();
        return inverse == null || inverse.inverse() == operation;
    }

    static int byIndex(int index, int a, int b) {
        return apply(Operation.TABLE[index], a, b);
    }
}
