import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Which collections are what their constructors and methods can make of them, up to a small size.
 *
 * An interface, so that it adds no class that an input could have. Keys, ordered elements and what is searched for are
 * Integers: any other class would multiply each comparison by the bodies of equals, hashCode and compareTo. Of several
 * methods of one name the first that fits the inputs is meant, so the one with most parameters comes first.
 */
interface RepOk {
    int MOST = 3;

    private static boolean isInteger(Object value) {
        return value == null || value instanceof Integer;
    }

    // ArrayList

    static boolean arrayList(ArrayList<?> list, Object wanted) {
        return isInteger(wanted) && arrayList(list);
    }

    static boolean arrayList(ArrayList<?> list) {
        Object[] data = list.elementData;
        return data.getClass() == Object[].class && 0 <= list.size && list.size <= data.length && list.size <= MOST;
    }

    // LinkedList

    static boolean linkedList(LinkedList<?> list, Object wanted) {
        return isInteger(wanted) && linkedList(list);
    }

    static boolean linkedList(LinkedList<?> list) {
        LinkedList.Node<?> last = null;
        int count = 0;
        for (LinkedList.Node<?> node = list.first; node != null; node = node.next) {
            if (count == MOST || node.prev != last) {
                return false;
            }
            last = node;
            count++;
        }
        return list.last == last && list.size == count;
    }

    // ArrayDeque: a ring with at least one free slot; the free slots are null, and no others.

    static boolean arrayDeque(ArrayDeque<?> deque, Object wanted) {
        return isInteger(wanted) && arrayDeque(deque);
    }

    static boolean arrayDeque(ArrayDeque<?> deque) {
        Object[] ring = deque.elements;
        int capacity = ring.length;
        int head = deque.head;
        int tail = deque.tail;
        if (ring.getClass() != Object[].class || capacity < 1 || capacity > MOST) {
            return false;
        }
        if (head < 0 || head >= capacity || tail < 0 || tail >= capacity) {
            return false;
        }
        for (int i = 0; i < capacity; i++) {
            boolean used = head <= tail ? head <= i && i < tail : head <= i || i < tail;
            if (used == (ring[i] == null)) {
                return false;
            }
        }
        return true;
    }

    // PriorityQueue: a binary heap in an array, with null behind the last element.

    static boolean priorityQueue(PriorityQueue<?> heap, Object wanted) {
        return isInteger(wanted) && priorityQueue(heap);
    }

    static boolean priorityQueue(PriorityQueue<?> heap) {
        Object[] queue = heap.queue;
        int size = heap.size;
        if (queue.getClass() != Object[].class || heap.comparator != null || queue.length < 1) {
            return false;
        }
        if (size < 0 || size > queue.length || size > MOST) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!(queue[i] instanceof Integer) || i > 0 && (Integer) queue[(i - 1) / 2] > (Integer) queue[i]) {
                return false;
            }
        }
        return size == queue.length || queue[size] == null;
    }

    // HashMap, but no subclass, which has other nodes: no table yet, or two bins with at most one entry, as the load
    // factor has it.

    static boolean hashMap(HashMap<?, ?> map, Object key, Object value) {
        return hashMap(map, key);
    }

    static boolean hashMap(HashMap<?, ?> map, Object key) {
        return isInteger(key) && hashMap(map);
    }

    static boolean hashMap(HashMap<?, ?> map) {
        HashMap.Node<?, ?>[] table = map.table;
        if (map.getClass() != HashMap.class || map.loadFactor != 0.75f) {
            return false;
        }
        if (table == null) {
            return map.size == 0 && (map.threshold == 0 || map.threshold == 2);
        }
        if (table.getClass() != HashMap.Node[].class || table.length != 2 || map.threshold != 1) {
            return false;
        }
        int size = map.size;
        return (size == 0 || size == 1) && entries(table, 0, size) + entries(table, 1, size) == size;
    }

    /** The number of entries in a bin, more than `most` if there are more or something is wrong with them. */
    private static int entries(HashMap.Node<?, ?>[] table, int bin, int most) {
        int count = 0;
        for (HashMap.Node<?, ?> node = table[bin]; node != null; node = node.next) {
            boolean right = node.getClass() == HashMap.Node.class && node.hash == spread(node.key);
            if (count == most || !right || (node.hash & 1) != bin) {
                return most + 1;
            }
            count++;
        }
        return count;
    }

    private static int spread(Object key) {
        if (key == null) {
            return 0;
        }
        int hash = (Integer) key;
        return hash ^ (hash >>> 16);
    }

    // TreeMap: a red-black tree in the natural order of its keys.

    static boolean treeMap(TreeMap<?, ?> map, Object key, Object value) {
        return treeMap(map, key);
    }

    static boolean treeMap(TreeMap<?, ?> map, Object key) {
        return isInteger(key) && treeMap(map);
    }

    static boolean treeMap(TreeMap<?, ?> map) {
        TreeMap.Entry<?, ?> root = map.root;
        int size = map.size;
        if (map.comparator != null || size < 0 || size > MOST) {
            return false;
        }
        if (root == null) {
            return size == 0;
        }
        boolean top = root.parent == null && root.color;
        return top && entries(root, size, Long.MIN_VALUE, Long.MAX_VALUE) == size && blackHeight(root) >= 0;
    }

    /** The number of entries with keys between two others, more than MOST if something is wrong with them. */
    private static int entries(TreeMap.Entry<?, ?> entry, int most, long low, long high) {
        int wrong = MOST + 1;
        if (most <= 0) {
            return wrong;
        }
        int key = (Integer) entry.key;
        if (key <= low || key >= high) {
            return wrong;
        }
        int count = 1;
        if (entry.left != null) {
            count += entry.left.parent == entry ? entries(entry.left, most - count, low, key) : wrong;
        }
        if (entry.right != null) {
            count += entry.right.parent == entry ? entries(entry.right, most - count, key, high) : wrong;
        }
        return count;
    }

    private static int blackHeight(TreeMap.Entry<?, ?> entry) {
        if (entry == null) {
            return 0;
        }
        int height = blackHeight(entry.left);
        if (height < 0 || height != blackHeight(entry.right)) {
            return -1;
        }
        if (!entry.color && (isRed(entry.left) || isRed(entry.right))) {
            return -1;
        }
        return entry.color ? height + 1 : height;
    }

    private static boolean isRed(TreeMap.Entry<?, ?> entry) {
        return entry != null && !entry.color;
    }
}
