package symheap.oracle;

/** What the caller asked for cannot be set up. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String reason) {
        super(reason);
    }
}
