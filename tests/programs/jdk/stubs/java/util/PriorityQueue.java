package java.util;

public class PriorityQueue<E> {
    public Object[] queue;
    public int size;
    public Comparator<? super E> comparator;
}
