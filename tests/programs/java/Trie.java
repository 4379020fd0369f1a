// A trie over the alphabet {a, b}, words given as char arrays.
// entry: contains(char[])       bounds: --max-calls 6 --max-loop 3      paths: 18
// entry: add(char[])            bounds: --max-calls 20 --max-loop 1     paths: 38

public class Trie {
    private final Trie[] children = new Trie[2];
    private boolean word;

    boolean contains(char[] letters) {
        Trie t = this;
        for (char letter : letters) {
            t = t.children[letter - 'a'];
            if (t == null) {
                return false;
            }
        }
        return t.word;
    }

    boolean add(char[] letters) {
        Trie t = this;
        for (char letter : letters) {
            int i = letter == 'a' ? 0 : letter == 'b' ? 1 : -1;
            if (i < 0) {
                throw new IllegalArgumentException("not in the alphabet");
            }
            if (t.children[i] == null) {
                t.children[i] = new Trie();
            }
            t = t.children[i];
        }
        boolean added = !t.word;
        t.word = true;
        return added;
    }
}
