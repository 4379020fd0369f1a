// TextWrapper, mended.
// bug: none
// calls: new TextWrapperFixed(2).wrap("abcd");

import java.util.ArrayList;
import java.util.List;

public class TextWrapperFixed {
    private final int width;
    private int longest;

    public TextWrapperFixed(int width) {
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
            if (blank < 0) {
                append(lines, rest.substring(0, width));
                rest = rest.substring(width);
                continue;
            }
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
