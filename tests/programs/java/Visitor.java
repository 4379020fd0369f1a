// Double dispatch: a generic visitor over arithmetic terms, one visitor for values and one for depths.
// entry: value(Term)            bounds: --max-calls 6 --max-loop 3      paths: 10
// entry: depth(Term)            bounds: --max-calls 6 --max-loop 3      paths: 10

public class Visitor {
    interface Cases<R> {
        R literal(int value);

        R negation(Term operand);

        R sum(Term left, Term right);
    }

    interface Term {
        <R> R accept(Cases<R> cases);
    }

    static final class Literal implements Term {
        int value;

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.literal(value);
        }
    }

    static final class Negation implements Term {
        Term operand;

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.negation(operand);
        }
    }

    static final class Sum implements Term {
        Term left;
        Term right;

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.sum(left, right);
        }
    }

    /** A box of its own, so that the values need no cache. */
    static final class Result {
        final int value;

        Result(int value) {
            this.value = value;
        }
    }

    private static final class Evaluation implements Cases<Result> {
        @Override
        public Result literal(int value) {
            return new Result(value);
        }

        @Override
        public Result negation(Term operand) {
            return new Result(-operand.accept(this).value);
        }

        @Override
        public Result sum(Term left, Term right) {
            return new Result(left.accept(this).value + right.accept(this).value);
        }
    }

    static int value(Term term) {
        return term.accept(new Evaluation()).value;
    }

    static int depth(Term term) {
        return term.accept(new Cases<Integer>() {
            @Override
            public Integer literal(int value) {
                return 1;
            }

            @Override
            public Integer negation(Term operand) {
                return 1 + operand.accept(this);
            }

            @Override
            public Integer sum(Term left, Term right) {
                return 1 + Math.max(left.accept(this), right.accept(this));
            }
        });
    }
}
