// An iterator that leaves out zeros, but not in hasNext.
// bug: 30 java.lang.ArrayIndexOutOfBoundsException next
// calls: var c = new Countdown(new int[] {1, 0}); c.next(); c.next();

import java.util.Iterator;
import java.util.NoSuchElementException;

public class Countdown implements Iterator<Integer> {
    private final int[] numbers;
    private int at;

    public Countdown(int[] numbers) {
        if (numbers == null) {
            throw new IllegalArgumentException("numbers");
        }
        this.numbers = numbers.clone();
    }

    @Override
    public boolean hasNext() {
        return at < numbers.length;
    }

    @Override
    public Integer next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        skip();
        return numbers[at++];
    }

    private void skip() {
        while (at < numbers.length && numbers[at] == 0) {
            at++;
        }
    }
}
