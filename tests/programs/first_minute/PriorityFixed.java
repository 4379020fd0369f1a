// An enum; a weight above all of them. Mended.
// bug: none
// calls: PriorityFixed.label(9);

public enum PriorityFixed {
    LOW(1), NORMAL(3), HIGH(7);

    private final int weight;

    PriorityFixed(int weight) {
        this.weight = weight;
    }

    public static PriorityFixed of(int weight) {
        for (PriorityFixed each : values()) {
            if (each.weight >= weight) {
                return each;
            }
        }
        return HIGH;
    }

    public static String label(int weight) {
        return of(weight).name().toLowerCase();
    }

    public int weight() {
        return weight;
    }
}
