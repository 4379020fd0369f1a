// Pattern switches with guards, a null case, mixed constants, and dominance decided from top to bottom.
// entry: classify(Object)       bounds: --max-calls 40 --max-loop 8     paths: 11
// entry: level(Mode, int)       bounds: --max-calls 40 --max-loop 8     paths: 5

public class PatternSwitch {
    enum Mode { OFF, LOW, HIGH }

    record Box(Object content) {}

    static int classify(Object o) {
        return switch (o) {
            case null -> -1;
            case Integer i when i > 100 -> 1;
            case Integer i -> i < 0 ? 2 : 3;
            case Box(Integer i) when i == 0 -> 4;
            case Box(Box(var inner)) -> inner == null ? 5 : 6;
            case Box b -> 7;
            default -> 0;
        };
    }

    static int level(Mode mode, int base) {
        return switch (mode) {
            case null -> 0;
            case Mode m when base < 0 -> m.ordinal();
            case OFF -> 0;
            case LOW -> base;
            case HIGH -> 2 * base;
        };
    }
}
