// Trimming: two scans, and as many paths as pairs of numbers of blanks. White space in a JSON reader is of this kind.
// entry: trimmed(char[])        bounds: --max-calls 6 --max-loop 3      paths: 4962

public class Trim {
    static int trimmed(char[] text) {
        int start = 0;
        int end = text.length;
        while (start < end && isBlank(text[start])) {
            start++;
        }
        while (start < end && isBlank(text[end - 1])) {
            end--;
        }
        return end - start;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n';
    }
}
