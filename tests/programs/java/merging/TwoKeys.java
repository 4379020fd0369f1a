// A HashMap of the JDK with two symbolic keys: spread hashes, buckets and chains of the library, three ways of the user.
// entry: lookup(int, int, int)  bounds: --max-calls 20 --max-loop 4     paths: 162

import java.util.HashMap;
import java.util.Map;

public class TwoKeys {
    static int lookup(int a, int b, int wanted) {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(a, 1);
        map.put(b, 2);
        Integer found = map.get(wanted);
        return found == null ? 0 : found;
    }
}
