// An enum; a weight above all of them.
// bug: 24 java.lang.NullPointerException label
// calls: Priority.label(9);

public enum Priority {
    LOW(1), NORMAL(3), HIGH(7);

    private final int weight;

    Priority(int weight) {
        this.weight = weight;
    }

    public static Priority of(int weight) {
        for (Priority each : values()) {
            if (each.weight >= weight) {
                return each;
            }
        }
        return null;
    }

    public static String label(int weight) {
        return of(weight).name().toLowerCase();
    }

    public int weight() {
        return weight;
    }
}
