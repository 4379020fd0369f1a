// A cache that forgets the entry used longest ago, and stumbles over its only one.
// bug: 58 java.lang.NullPointerException evictOldest
// calls: var cache = new LruCache<String, Integer>(1); cache.put("a", 1); cache.put("b", 2);

import java.util.HashMap;
import java.util.Map;

public class LruCache<K, V> {
    private static final class Entry<K, V> {
        final K key;
        V value;
        Entry<K, V> newer;

        Entry(K key, V value) {
            this.key = key;
            this.value = value;
        }
    }

    private final int capacity;
    private final Map<K, Entry<K, V>> entries = new HashMap<>();
    private Entry<K, V> oldest;
    private Entry<K, V> newest;

    public LruCache(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity: " + capacity);
        }
        this.capacity = capacity;
    }

    public V get(K key) {
        Entry<K, V> entry = entries.get(key);
        return entry == null ? null : entry.value;
    }

    public void put(K key, V value) {
        Entry<K, V> known = entries.get(key);
        if (known != null) {
            known.value = value;
            return;
        }
        if (entries.size() == capacity) {
            evictOldest();
        }
        Entry<K, V> entry = new Entry<>(key, value);
        entries.put(key, entry);
        if (newest == null) {
            oldest = entry;
        } else {
            newest.newer = entry;
        }
        newest = entry;
    }

    private void evictOldest() {
        Entry<K, V> next = oldest.newer;
        while (next.newer != null && !entries.containsKey(next.key)) {
            next = next.newer;
        }
        entries.remove(oldest.key);
        oldest = next;
    }

    public int size() {
        return entries.size();
    }
}
