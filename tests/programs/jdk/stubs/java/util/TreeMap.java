package java.util;

public class TreeMap<K, V> {
    public Comparator<? super K> comparator;
    public Entry<K, V> root;
    public int size;

    public static final class Entry<K, V> {
        public K key;
        public V value;
        public Entry<K, V> left;
        public Entry<K, V> right;
        public Entry<K, V> parent;
        public boolean color;
    }
}
