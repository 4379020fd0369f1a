import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Which objects of java.util are what their constructors and methods can make of them, up to a small size.
 *
 * An interface, so that it adds no class that an input could have.  Keys and ordered elements are Integers in their natural
 * order: other classes would multiply every comparison by the bodies of compareTo.
 */
interface RepOk {
    int MOST = 3;

    static boolean arrayList(ArrayList<?> list) {
        Object[] data = list.elementData;
        return data.getClass() == Object[].class && 0 <= list.size && list.size <= data.length && list.size <= MOST;
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

    // ArrayDeque: a ring with at least one free slot; all free slots are null, all others are not.

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
            boolean used = head <= tail ? head <= i & i < tail : i >= head | i < tail;
            if (used == (ring[i] == null)) {
                return false;
            }
        }
        return true;
    }

    // PriorityQueue: a binary heap in an array.

    static boolean priorityQueue(PriorityQueue<?> heap) {
        Object[] queue = heap.queue;
        if (queue.getClass() != Object[].class || heap.comparator != null || queue.length < 1) {
            return false;
        }
        if (heap.size < 0 || heap.size > queue.length || heap.size > MOST) {
            return false;
        }
        for (int i = 0; i < heap.size; i++) {
            if (!(queue[i] instanceof Integer) || (i > 0 && (Integer) queue[(i - 1) / 2] > (Integer) queue[i])) {
                return false;
            }
        }
        return true;
    }

    // HashMap: one or two bins of plain nodes; a key is null or an Integer.

    static boolean hashMap(HashMap<?, ?> map) {
        HashMap.Node<?, ?>[] table = map.table;
        if (map.loadFactor != 0.75f || table == null) {
            return table == null && map.loadFactor == 0.75f && map.size == 0 && map.threshold >= 0 && map.threshold <= 2
                    && map.threshold == Integer.highestOneBit(map.threshold);
        }
        if (table.getClass() != HashMap.Node[].class || table.length != 2 || map.threshold != 1) {
            return false;
        }
        int count = bin(table, 0, map.size);
        return count >= 0 && count + bin(table, 1, map.size) == map.size && map.size <= 1;
    }

    private static int bin(HashMap.Node<?, ?>[] table, int index, int most) {
        int count = 0;
        for (HashMap.Node<?, ?> node = table[index]; node != null; node = node.next) {
            if (count == most || node.getClass() != HashMap.Node.class || (node.hash & 1) != index) {
                return -1;
            }
            if (node.hash != spread(node.key)) {
                return -1;
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

    static boolean hashMap(HashMap<?, ?> map, Object key) {
        return (key == null || key instanceof Integer) && hashMap(map);
    }

    static boolean hashMap(HashMap<?, ?> map, Object key, Object value) {
        return hashMap(map, key);
    }

    // TreeMap: a red-black tree.

    static boolean treeMap(TreeMap<?, ?> map) {
        TreeMap.Entry<?, ?> root = map.root;
        if (map.comparator != null || map.size < 0 || map.size > MOST) {
            return false;
        }
        if (root == null) {
            return map.size == 0;
        }
        return root.parent == null && root.color && size(root, map.size, Long.MIN_VALUE, Long.MAX_VALUE) == map.size
                && blackHeight(root) >= 0;
    }

    /** The number of entries, more than `most` if there are more or something is wrong with them. */
    private static int size(TreeMap.Entry<?, ?> entry, int most, long low, long high) {
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
            count += entry.left.parent == entry ? size(entry.left, most - count, low, key) : wrong;
        }
        if (entry.right != null) {
            count += entry.right.parent == entry ? size(entry.right, most - count, key, high) : wrong;
        }
        return count;
    }

    private static int blackHeight(TreeMap.Entry<?, ?> entry) {
        if (entry == null) {
            return 0;
        }
        int left = blackHeight(entry.left);
        if (left < 0 || left != blackHeight(entry.right)) {
            return -1;
        }
        if (!entry.color && (isRed(entry.left) || isRed(entry.right))) {
            return -1;
        }
        return entry.color ? left + 1 : left;
    }

    private static boolean isRed(TreeMap.Entry<?, ?> entry) {
        return entry != null && !entry.color;
    }

    static boolean treeMap(TreeMap<?, ?> map, Object key) {
        return (key == null || key instanceof Integer) && treeMap(map);
    }

    static boolean treeMap(TreeMap<?, ?> map, Object key, Object value) {
        return treeMap(map, key);
    }

    static boolean priorityQueue(PriorityQueue<?> heap, Object element) {
        return (element == null || element instanceof Integer) && priorityQueue(heap);
    }
}
