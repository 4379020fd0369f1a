// java.util.ArrayList with concrete contents: growth, removal, and a change under iteration.
// entry: fill(int)              bounds: --max-calls 80 --max-loop 40    paths: 3
// entry: removal(int)           bounds: --max-calls 80 --max-loop 40    paths: 5
// entry: concurrent(boolean)    bounds: --max-calls 80 --max-loop 40    paths: 2

import java.util.ArrayList;
import java.util.List;

public class ListUse {
    static int fill(int x) {
        List<Integer> list = new ArrayList<>(2);
        for (int i = 0; i < 5; i++) {
            list.add(10 * i);
        }
        return list.contains(20) && x >= 0 && x < 3 ? list.get(x) : list.size();
    }

    static int removal(int i) {
        if (i < 0 || i > 2) {
            return -1;
        }
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        String removed = list.remove(i);
        return list.indexOf("b") + (removed == "b" ? 10 : 0);
    }

    static int concurrent(boolean add) {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        list.add(2);
        int sum = 0;
        for (int x : list) {
            sum += x;
            if (add) {
                list.add(3);
            }
        }
        return sum;
    }
}
