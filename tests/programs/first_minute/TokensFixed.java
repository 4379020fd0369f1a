// Words of a command; an argument that is missing. Mended.
// bug: none
// calls: new TokensFixed("go").argument();

import java.util.Iterator;
import java.util.List;

public class TokensFixed {
    private final List<String> words;

    public TokensFixed(String... words) {
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
        return each.hasNext() ? each.next() : null;
    }
}
