// java.util.ArrayDeque with concrete contents: both ends, wrap-around, brackets matched on a stack, and an empty pop.
// entry: ends(boolean, boolean)  bounds: --max-calls 80 --max-loop 40    paths: 4
// entry: balanced(char[])       bounds: --max-calls 80 --max-loop 40    paths: 13

import java.util.ArrayDeque;
import java.util.Deque;

public class DequeUse {
    static int ends(boolean front, boolean twice) {
        Deque<Integer> deque = new ArrayDeque<>(3);
        for (int i = 0; i < 6; i++) {
            if (i % 2 == 0) {
                deque.addFirst(i);
            } else {
                deque.addLast(i);
            }
        }
        int first = front ? deque.pop() : deque.removeLast();
        return twice ? 10 * first + deque.peekFirst() : first;
    }

    static boolean balanced(char[] text) {
        if (text.length > 3) {
            return false;
        }
        Deque<Character> open = new ArrayDeque<>();
        for (char c : text) {
            if (c == '(') {
                open.push(')');
            } else if (c != open.pop()) {
                return false;
            }
        }
        return open.isEmpty();
    }
}
