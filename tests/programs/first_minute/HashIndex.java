// A hash table of numbers; the absolute value of the smallest number.
// bug: 28 java.lang.ArrayIndexOutOfBoundsException add
// calls: var index = new HashIndex(3); index.add(Integer.MIN_VALUE);

public class HashIndex {
    private static class Bucket {
        final int key;
        final Bucket next;

        Bucket(int key, Bucket next) {
            this.key = key;
            this.next = next;
        }
    }

    private final Bucket[] buckets;
    private int size;

    public HashIndex(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity");
        }
        this.buckets = new Bucket[capacity];
    }

    public boolean add(int key) {
        int slot = Math.abs(key) % buckets.length;
        for (Bucket bucket = buckets[slot]; bucket != null; bucket = bucket.next) {
            if (bucket.key == key) {
                return false;
            }
        }
        buckets[slot] = new Bucket(key, buckets[slot]);
        size++;
        return true;
    }

    public int size() {
        return size;
    }

    public double load() {
        return (double) size / buckets.length;
    }
}
