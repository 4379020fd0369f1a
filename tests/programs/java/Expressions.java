// An expression evaluator on an abstract class: virtual eval, division by zero, and an unbound variable.
// entry: evaluate(Node, int)    bounds: --max-calls 2 --max-loop 3      paths: 7
// entry: simplified(Node)       bounds: --max-calls 5 --max-loop 3      paths: 7

public class Expressions {
    abstract static class Node {
        abstract int eval(int x);

        /** An expression of the same value, where one of the operands does nothing. */
        Node simplify() {
            return this;
        }
    }

    static final class Constant extends Node {
        final int value;

        Constant(int value) {
            this.value = value;
        }

        @Override
        int eval(int x) {
            return value;
        }
    }

    static final class Variable extends Node {
        @Override
        int eval(int x) {
            return x;
        }
    }

    abstract static class Binary extends Node {
        Node left;
        Node right;

        abstract int apply(int a, int b);

        abstract int neutral();

        @Override
        final int eval(int x) {
            return apply(left.eval(x), right.eval(x));
        }

        @Override
        Node simplify() {
            return right instanceof Constant c && c.value == neutral() ? left : this;
        }
    }

    static final class Minus extends Binary {
        @Override
        int apply(int a, int b) {
            return a - b;
        }

        @Override
        int neutral() {
            return 0;
        }
    }

    static final class Quotient extends Binary {
        @Override
        int apply(int a, int b) {
            return a / b;
        }

        @Override
        int neutral() {
            return 1;
        }
    }

    static int evaluate(Node node, int x) {
        return node == null ? x : node.eval(x);
    }

    static Node simplified(Node node) {
        return node.simplify();
    }
}
