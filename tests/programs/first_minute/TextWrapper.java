// Lines of at most so many characters; a word that is longer than a line.
// bug: 24 java.lang.StringIndexOutOfBoundsException wrap
// calls: new TextWrapper(2).wrap("abcd");

import java.util.ArrayList;
import java.util.List;

public class TextWrapper {
    private final int width;
    private int longest;

    public TextWrapper(int width) {
        if (width < 1) {
            throw new IllegalArgumentException("width must be at least 1");
        }
        this.width = width;
    }

    public List<String> wrap(String text) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int blank = rest.lastIndexOf(' ', width);
            append(lines, rest.substring(0, blank));
            rest = rest.substring(blank + 1);
        }
        append(lines, rest);
        return lines;
    }

    private void append(List<String> lines, String line) {
        lines.add(line);
        longest = Math.max(longest, line.length());
    }

    public int longest() {
        return longest;
    }
}
