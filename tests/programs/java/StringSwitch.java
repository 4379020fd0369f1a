// A switch on strings: keys with the same hash, a key from a table, and equality against identity.
// entry: ofIndex(int)           bounds: --max-calls 40 --max-loop 20    paths: 7
// entry: kind(String)           bounds: --max-calls 40 --max-loop 3     paths: 13
// entry: identity(boolean)      bounds: --max-calls 40 --max-loop 20    paths: 2

public class StringSwitch {
    private static final String[] WORDS = {"Aa", "BB", "on", "off", ""};

    /** "Aa" and "BB" have one hash code. */
    static int kind(String word) {
        switch (word) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            case "on":
            case "off":
                return 3;
            default:
                return 0;
        }
    }

    static int ofIndex(int i) {
        return i < 0 ? -1 : kind(WORDS[i]);
    }

    static boolean identity(boolean built) {
        String on = built ? new String(WORDS[2]) : WORDS[2];
        return on == "on" ^ on.equals("on");
    }
}
