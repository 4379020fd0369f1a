// An iterator that leaves out zeros, but not in hasNext. Mended.
// bug: none
// calls: var c = new CountdownFixed(new int[] {1, 0}); c.next(); c.next();

import java.util.Iterator;
import java.util.NoSuchElementException;

public class CountdownFixed implements Iterator<Integer> {
    private final int[] numbers;
    private int at;

    public CountdownFixed(int[] numbers) {
        if (numbers == null) {
            throw new IllegalArgumentException("numbers");
        }
        this.numbers = numbers.clone();
    }

    @Override
    public boolean hasNext() {
        skip();
        return at < numbers.length;
    }

    @Override
    public Integer next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        
        return numbers[at++];
    }

    private void skip() {
        while (at < numbers.length && numbers[at] == 0) {
            at++;
        }
    }
}
