// A hash table of chained entries over an array of objects, its length of any size, with int keys.
// entry: get(int)               bounds: --max-calls 6 --max-loop 3      paths: 11
// entry: put(int, Object)       bounds: --max-calls 6 --max-loop 2      paths: 9
// entry: remove(int)            bounds: --max-calls 6 --max-loop 2      paths: 9

public class HashTable {
    static final class Entry {
        final int key;
        Object value;
        Entry next;

        Entry(int key, Object value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    Entry[] buckets;
    int size;

    private int index(int key) {
        int spread = key ^ (key >>> 16);
        return (spread & 0x7fffffff) % buckets.length;
    }

    Object get(int key) {
        for (Entry e = buckets[index(key)]; e != null; e = e.next) {
            if (e.key == key) {
                return e.value;
            }
        }
        return null;
    }

    Object put(int key, Object value) {
        int i = index(key);
        for (Entry e = buckets[i]; e != null; e = e.next) {
            if (e.key == key) {
                Object old = e.value;
                e.value = value;
                return old;
            }
        }
        buckets[i] = new Entry(key, value, buckets[i]);
        size++;
        return null;
    }

    boolean remove(int key) {
        int i = index(key);
        Entry before = null;
        for (Entry e = buckets[i]; e != null; e = e.next) {
            if (e.key == key) {
                if (before == null) {
                    buckets[i] = e.next;
                } else {
                    before.next = e.next;
                }
                size--;
                return true;
            }
            before = e;
        }
        return false;
    }
}
