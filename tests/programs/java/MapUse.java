// java.util.HashMap with Integer keys and concrete contents: colliding keys, replacement, removal, and iteration.
// entry: lookup(int)            bounds: --max-calls 80 --max-loop 40    paths: 3
// entry: collide(boolean)       bounds: --max-calls 80 --max-loop 40    paths: 2

import java.util.HashMap;
import java.util.Map;

public class MapUse {
    static int lookup(int which) {
        Map<Integer, String> names = new HashMap<>();
        names.put(1, "one");
        names.put(2, "two");
        Integer key = which == 0 ? 1 : which == 1 ? 2 : 3;
        return names.containsKey(key) ? names.get(key).length() : names.size();
    }

    /** The keys 1, 17 and 33 share a bucket of a table of sixteen. */
    static int collide(boolean remove) {
        Map<Integer, Integer> map = new HashMap<>();
        for (int key = 1; key < 40; key += 16) {
            map.put(key, key);
        }
        map.merge(17, 100, Integer::sum);
        if (remove) {
            map.remove(1);
        }
        int sum = 0;
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
            sum += entry.getKey() + entry.getValue();
        }
        return sum;
    }
}
