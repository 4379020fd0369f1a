// Strings as keys: what is asked of their characters is one value, and each decision on it has two ways.
// entry: known(String)            bounds: --max-calls 40 --max-loop 3    paths: 6
// entry: collide(String, String)  bounds: --max-calls 40 --max-loop 3    paths: 6
// entry: hashed(String)           bounds: --max-calls 40 --max-loop 3    paths: 3
// entry: key(String)              bounds: --max-calls 40 --max-loop 3    paths: 3
// entry: order(String, String)    bounds: --max-calls 40 --max-loop 3    paths: 6
// entry: kind(String, int)        bounds: --max-calls 40 --max-loop 3    paths: 7
// entry: again(String)            bounds: --max-calls 40 --max-loop 3    paths: 4

import java.util.HashMap;

public class SymbolTable {
    static HashMap<String, Integer> keywords() {
        HashMap<String, Integer> table = new HashMap<>();
        table.put("if", 1);
        table.put("else", 2);
        return table;
    }

    static int known(String name) {
        Integer found = keywords().get(name);
        return found == null ? 0 : found;
    }

    /** Two keys with one hash. */
    static int collide(String a, String b) {
        return a.hashCode() == b.hashCode() && !a.equals(b) ? a.length() - b.length() : -1;
    }

    static boolean hashed(String text) {
        return text.hashCode() == 1_000_000_007;
    }

    /** What stands before the first '='. */
    static int key(String line) {
        int at = line.indexOf('=');
        return at < 0 ? -1 : line.charAt(at) == '=' ? at : 1 / 0;
    }

    static int order(String a, String b) {
        int sign = a.compareTo(b);
        if (sign == 0) {
            return a.equals(b) ? 0 : 1 / 0;
        }
        return sign < 0 ? -1 : 1;
    }

    static int kind(String path, int from) {
        if (path.endsWith(".class") && !path.startsWith("java/")) {
            return path.lastIndexOf('/') > from ? 1 : 2;
        }
        return path.equalsIgnoreCase("README") ? 3 : 0;
    }

    /** Equal strings have one hash, and the same characters. */
    static int again(String text) {
        if (!text.equals("abc")) {
            return 0;
        }
        return text.hashCode() == "abc".hashCode() && text.charAt(1) == 'b' ? 1 : 1 / 0;
    }
}
