package symheap.replay;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the thread of a test does: in order while it is armed and in no initialiser, and as sets at all times. */
final class Recording {
    final Thread thread;
    boolean armed;
    int initializers;

    private final int limit;
    private int[] events = new int[256];
    private int size;
    private boolean truncated;
    private final BitSet[] lines = {new BitSet(), new BitSet()};
    private final BitSet[] taken = {new BitSet(), new BitSet()};
    private final BitSet[] passed = {new BitSet(), new BitSet()};
    private final Map<Integer, Set<Integer>> keys = new TreeMap<>();
    private final Map<Integer, Set<Integer>> actKeys = new TreeMap<>();

    Recording(Thread thread, int limit) {
        this.thread = thread;
        this.limit = limit;
    }

    void jump(int site, boolean jumps) {
        BitSet[] sets = jumps ? taken : passed;
        sets[0].set(site);
        if (armed) {
            sets[1].set(site);
            event(site, jumps ? 1 : 0);
        }
    }

    void key(int site, int key) {
        keys.computeIfAbsent(site, at -> new TreeSet<>()).add(key);
        if (armed) {
            actKeys.computeIfAbsent(site, at -> new TreeSet<>()).add(key);
            event(site, key);
        }
    }

    void line(int number) {
        lines[0].set(number);
        if (armed) {
            lines[1].set(number);
        }
    }

    private void event(int site, int outcome) {
        if (initializers > 0) {
            return;
        }
        if (size == 2 * limit) {
            truncated = true;
            return;
        }
        if (size == events.length) {
            events = Arrays.copyOf(events, 2 * size);
        }
        events[size++] = site;
        events[size++] = outcome;
    }

    void write(Json json) {
        json.name("truncated").value(truncated);
        json.name("events").open('[');
        for (int at = 0; at < size; at++) {
            json.value(events[at]);
        }
        json.close(']');
        writeHits(json.name("act"), 1, actKeys);
        writeHits(json.name("test"), 0, keys);
        writeSites(json.name("sites"));
    }

    private void writeHits(Json json, int set, Map<Integer, Set<Integer>> found) {
        json.open('{').name("lines").open('[');
        lines[set].stream().forEach(number -> {
            Sites.Line line = Sites.line(number);
            json.open('[').value(line.owner).value(line.number).close(']');
        });
        json.close(']').name("taken").numbers(taken[set].stream());
        json.name("passed").numbers(passed[set].stream());
        json.name("keys").open('[');
        found.forEach((site, of) -> {
            json.open('[').value(site).numbers(of.stream().mapToInt(Integer::intValue)).close(']');
        });
        json.close(']').close('}');
    }

    /** All sites that are mentioned, with their numbers. */
    private void writeSites(Json json) {
        BitSet all = (BitSet) taken[0].clone();
        all.or(passed[0]);
        keys.keySet().forEach(all::set);
        json.open('[');
        all.stream().forEach(number -> {
            Sites.Site site = Sites.site(number);
            json.open('[').value(number).value(site.owner).value(site.method).value(site.ordinal).close(']');
        });
        json.close(']');
    }
}
