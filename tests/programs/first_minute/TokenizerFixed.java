// Tokenizer, mended.
// bug: none
// calls: new TokenizerFixed(" ").next();

import java.util.NoSuchElementException;

public class TokenizerFixed {
    private String rest;
    private int tokens;

    public TokenizerFixed(String text) {
        this.rest = text.trim();
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
        rest = rest.substring(end).trim();
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
