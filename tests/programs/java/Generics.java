// Generic classes and methods: a pair with swapped view, a bounded maximum, wildcards, and a cast that erasure defers.
// entry: larger(Rank, Rank)     bounds: --max-calls 20 --max-loop 3     paths: 5
// entry: sumOfBoth(Pair)        bounds: --max-calls 20 --max-loop 3     paths: 4
// entry: deferredCast(Object)   bounds: --max-calls 20 --max-loop 3     paths: 3

public class Generics {
    static final class Pair<A, B> {
        final A first;
        final B second;

        Pair(A first, B second) {
            this.first = first;
            this.second = second;
        }

        Pair<B, A> swapped() {
            return new Pair<>(second, first);
        }
    }

    static final class Rank implements Comparable<Rank> {
        int rank;

        @Override
        public int compareTo(Rank other) {
            return Integer.compare(rank, other.rank);
        }
    }

    static <T extends Comparable<? super T>> T max(T a, T b) {
        return a.compareTo(b) < 0 ? b : a;
    }

    static int larger(Rank a, Rank b) {
        return max(a, b).rank;
    }

    static int sumOfBoth(Pair<Rank, ? extends Rank> pair) {
        Pair<? extends Rank, Rank> swapped = pair.swapped();
        return swapped.first.rank - swapped.second.rank;
    }

    @SuppressWarnings("unchecked")
    private static <T> T unchecked(Object o) {
        return (T) o;
    }

    static int deferredCast(Object o) {
        Rank rank = unchecked(o);
        return rank.rank;
    }
}
