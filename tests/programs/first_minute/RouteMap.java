// Roads between towns; a town from which none leads away.
// bug: 35 java.lang.NullPointerException reachable
// calls: var map = new RouteMap(); map.road("a", "b"); map.reachable("a", "c");

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class RouteMap {
    private final Map<String, List<String>> roads = new HashMap<>();

    public void road(String from, String to) {
        roads.computeIfAbsent(from, town -> new ArrayList<>()).add(to);
    }

    public boolean direct(String from, String to) {
        return roads.containsKey(from) && roads.get(from).contains(to);
    }

    public boolean reachable(String from, String to) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        open.add(from);
        seen.add(from);
        while (!open.isEmpty()) {
            String town = open.poll();
            if (town.equals(to)) {
                return true;
            }
            for (String next : roads.get(town)) {
                if (seen.add(next)) {
                    open.add(next);
                }
            }
        }
        return false;
    }
}
