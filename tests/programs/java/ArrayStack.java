// A stack of ints in an array that doubles when it is full.
// entry: push(int)              assume: repOk   bounds: --max-calls 20 --max-loop 4     paths: 6
// entry: pop()                  bounds: --max-calls 20 --max-loop 3     paths: 3
// entry: peek(int)              bounds: --max-calls 20 --max-loop 3     paths: 5

public class ArrayStack {
    int[] elements;
    int size;

    boolean repOk() {
        return elements != null && elements.length <= 4 && 0 <= size && size <= elements.length;
    }

    void push(int element) {
        if (size == elements.length) {
            int[] larger = new int[2 * size + 1];
            for (int i = 0; i < size; i++) {
                larger[i] = elements[i];
            }
            elements = larger;
        }
        elements[size++] = element;
    }

    int pop() {
        return elements[--size];
    }

    int peek(int depth) {
        if (depth < 0 || depth >= size) {
            throw new IndexOutOfBoundsException("depth");
        }
        return elements[size - 1 - depth];
    }
}
