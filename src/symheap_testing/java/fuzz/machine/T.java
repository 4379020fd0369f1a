/** Records the branches of one run. Programs call it from the places that their generator chose. */
public final class T {
    private static final int LIMIT = 2000;
    private static int[] events = new int[LIMIT];
    private static int count;

    private T() {}

    static void reset() {
        count = 0;
    }

    /** Records how the condition on a line came out. */
    public static boolean b(int line, boolean condition) {
        add(line * 4 + (condition ? 1 : 0));
        return condition;
    }

    /** Records that an arm or a body was entered. */
    public static void a(int line) {
        add(line * 4 + 2);
    }

    private static void add(int event) {
        if (count < LIMIT) {
            events[count++] = event;
        }
    }

    /** The events in order: a line with + or - for a condition, with = for an arm. */
    static String trace() {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < count; k++) {
            text.append(k == 0 ? "" : " ").append(events[k] >> 2).append("-+=".charAt(events[k] & 3));
        }
        return text.toString();
    }
}
