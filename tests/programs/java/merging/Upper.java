// Mapping characters: each is a lower-case letter or not, 2^n paths. Encoding a URL is of this kind.
// entry: upper(char[])          bounds: --max-calls 6 --max-loop 6      paths: 3281

public class Upper {
    static int upper(char[] text) {
        int changed = 0;
        for (int i = 0; i < text.length; i++) {
            char c = text[i];
            if (c >= 'a' && c <= 'z') {
                text[i] = (char) (c - 32);
                changed++;
            }
        }
        return changed;
    }
}
