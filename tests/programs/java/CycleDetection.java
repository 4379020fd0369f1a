// Floyd's tortoise and hare on a chain of nodes, and where the cycle begins.
// entry: isCyclic()             bounds: --max-calls 4 --max-loop 3      paths: 12
// entry: entrance()             bounds: --max-calls 4 --max-loop 3      paths: 22

public class CycleDetection {
    CycleDetection next;

    boolean isCyclic() {
        return meeting() != null;
    }

    private CycleDetection meeting() {
        CycleDetection tortoise = this;
        CycleDetection hare = this;
        while (hare != null && hare.next != null) {
            tortoise = tortoise.next;
            hare = hare.next.next;
            if (tortoise == hare) {
                return hare;
            }
        }
        return null;
    }

    CycleDetection entrance() {
        CycleDetection inside = meeting();
        if (inside == null) {
            return null;
        }
        CycleDetection walker = this;
        while (walker != inside) {
            walker = walker.next;
            inside = inside.next;
        }
        return walker;
    }
}
