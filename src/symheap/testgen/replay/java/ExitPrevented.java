package symheap.replay;

/** Code of the user was about to end the process. */
final class ExitPrevented extends Error {
    private static final long serialVersionUID = 1L;

    ExitPrevented(int status) {
        super("the code ends the JVM with status " + status);
    }
}
