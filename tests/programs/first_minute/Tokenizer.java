// Words and numbers of a text; a text of blanks alone.
// bug: 24 java.lang.StringIndexOutOfBoundsException next
// calls: new Tokenizer(" ").next();

import java.util.NoSuchElementException;

public class Tokenizer {
    private String rest;
    private int tokens;

    public Tokenizer(String text) {
        this.rest = text;
    }

    public boolean hasNext() {
        return !rest.isEmpty();
    }

    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more tokens");
        }
        rest = rest.trim();
        char first = rest.charAt(0);
        int end = 1;
        if (isLetter(first)) {
            while (end < rest.length() && isLetter(rest.charAt(end))) {
                end++;
            }
        }
        String token = rest.substring(0, end);
        rest = rest.substring(end);
        tokens++;
        return token;
    }

    public int tokens() {
        return tokens;
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }
}
