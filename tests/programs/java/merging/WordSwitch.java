// A switch on words, twice: a hash of the characters, then a comparison character by character.
// entry: cost(char[], char[])   bounds: --max-calls 6 --max-loop 3      paths: 157

public class WordSwitch {
    static int cost(char[] from, char[] to) {
        return kind(from) * 10 + kind(to);
    }

    private static int kind(char[] word) {
        switch (hash(word)) {
            case 'o' * 31 + 'n':
                return word.length == 2 ? 1 : 0;
            case ('o' * 31 + 'f') * 31 + 'f':
                return word.length == 3 ? 2 : 0;
            default:
                return 0;
        }
    }

    private static int hash(char[] word) {
        int hash = 0;
        for (int i = 0; i < word.length && i < 3; i++) {
            hash = 31 * hash + word[i];
        }
        return hash;
    }
}
