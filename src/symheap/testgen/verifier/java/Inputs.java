package symheap.verifier;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The values of one execution, in the order in which the program asks for them. */
public final class Inputs {
    private static String[] values = {};
    private static int next;

    private Inputs() {}

    static void set(String[] given) {
        values = given;
        next = 0;
    }

    private static String next(String kind) {
        if (next == values.length) {
            return Replay.leave("diverged", "more inputs than predicted");
        }
        String value = values[next++];
        if (!value.startsWith(kind)) {
            return Replay.leave("diverged", "another input than predicted");
        }
        return value.substring(1);
    }

    public static void assume(boolean condition) {
        if (!condition) {
            Replay.leave("assumed", "");
        }
    }

    public static boolean nextBoolean() {
        return Long.parseLong(next("Z")) != 0;
    }

    public static byte nextByte() {
        return (byte) Long.parseLong(next("B"));
    }

    public static short nextShort() {
        return (short) Long.parseLong(next("S"));
    }

    public static char nextChar() {
        return (char) Long.parseLong(next("C"));
    }

    public static int nextInt() {
        return (int) Long.parseLong(next("I"));
    }

    public static long nextLong() {
        return Long.parseLong(next("J"));
    }

    public static float nextFloat() {
        return Float.intBitsToFloat((int) Long.parseLong(next("F")));
    }

    public static double nextDouble() {
        return Double.longBitsToDouble(Long.parseLong(next("D")));
    }

    public static String nextString() {
        return new String(Base64.getDecoder().decode(next("T")), StandardCharsets.UTF_16BE);
    }
}
