// Words of a command; an argument that is missing.
// bug: 25 java.util.NoSuchElementException argument
// calls: new Tokens("go").argument();

import java.util.Iterator;
import java.util.List;

public class Tokens {
    private final List<String> words;

    public Tokens(String... words) {
        this.words = List.of(words);
    }

    public String command() {
        return words.isEmpty() ? "help" : words.get(0);
    }

    public String argument() {
        Iterator<String> each = words.iterator();
        if (!each.hasNext()) {
            return null;
        }
        each.next();
        return each.next();
    }
}
