package symheap.replay;

/**
 * What instrumented code calls.  Every method is a no-op on threads other than that of the test at hand, and none
 * throws, but for the two that stand for an exit.
 */
public final class Probe {
    private static volatile Recording current;

    private Probe() {}

    static void record(Recording recording) {
        current = recording;
    }

    private static Recording mine() {
        Recording recording = current;
        return recording != null && recording.thread == Thread.currentThread() ? recording : null;
    }

    // Jumps: the operands of the instruction that follows, and the number of its site.

    public static void integer(int value, int site) {
        Recording recording = mine();
        if (recording != null) {
            recording.jump(site, Sites.jumps(site, value, 0));
        }
    }

    public static void integers(int first, int second, int site) {
        Recording recording = mine();
        if (recording != null) {
            recording.jump(site, Sites.jumps(site, first, second));
        }
    }

    public static void reference(Object value, int site) {
        Recording recording = mine();
        if (recording != null) {
            recording.jump(site, Sites.jumps(site, value, null));
        }
    }

    public static void references(Object first, Object second, int site) {
        Recording recording = mine();
        if (recording != null) {
            recording.jump(site, Sites.jumps(site, first, second));
        }
    }

    public static void key(int key, int site) {
        Recording recording = mine();
        if (recording != null) {
            recording.key(site, key);
        }
    }

    public static void line(int number) {
        Recording recording = mine();
        if (recording != null) {
            recording.line(number);
        }
    }

    // The initialiser of a class begins, and ends in any way.

    public static void enter() {
        Recording recording = mine();
        if (recording != null) {
            recording.initializers++;
        }
    }

    public static void leave() {
        Recording recording = mine();
        if (recording != null) {
            recording.initializers--;
        }
    }

    // The test begins and ends its act.

    public static void arm() {
        Recording recording = mine();
        if (recording != null) {
            recording.armed = true;
        }
    }

    public static void disarm() {
        Recording recording = mine();
        if (recording != null) {
            recording.armed = false;
        }
    }

    // In place of what ends the process.

    public static void exit(int status) {
        throw new ExitPrevented(status);
    }

    public static void exit(Runtime runtime, int status) {
        throw new ExitPrevented(status);
    }
}
