// A skip list of two levels: an express lane `far` over the full lane `near`, both sorted by key.
// entry: contains(int)          bounds: --max-calls 6 --max-loop 2      paths: 86
// entry: promote()              bounds: --max-calls 6 --max-loop 2      paths: 8

public class SkipList {
    static final class Tower {
        int key;
        Tower near;
        Tower far;
    }

    /** A tower that stands before all keys. */
    Tower start;

    boolean contains(int key) {
        Tower t = start;
        while (t.far != null && t.far.key <= key) {
            t = t.far;
        }
        while (t.near != null && t.near.key < key) {
            t = t.near;
        }
        return t.near != null && t.near.key == key || t != start && t.key == key;
    }

    /** Puts every second tower on the express lane; the number of towers there. */
    int promote() {
        int promoted = 0;
        Tower express = start;
        Tower t = start.near;
        while (t != null && t.near != null) {
            Tower second = t.near;
            express.far = second;
            express = second;
            promoted++;
            t = second.near;
        }
        express.far = null;
        return promoted;
    }
}
