// Hashing fields as Objects.hash does: each is null or not, 2^n paths to one number.
// entry: hash()                 bounds: --max-calls 6 --max-loop 4      paths: 16

public class HashChain {
    private Name first;
    private Name second;
    private Name third;
    private Name fourth;

    static class Name {
        int code;

        int hash() {
            return 31 * code + 7;
        }
    }

    int hash() {
        int result = 1;
        result = 31 * result + of(first);
        result = 31 * result + of(second);
        result = 31 * result + of(third);
        result = 31 * result + of(fourth);
        return result;
    }

    private static int of(Name name) {
        return name == null ? 0 : name.hash();
    }
}
