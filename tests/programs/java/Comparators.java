// Comparable and Comparator: a natural order, comparators by lambda and by method reference, and a sort of three.
// entry: median(Card, Card, Card)  bounds: --max-calls 20 --max-loop 8     paths: 18
// entry: by(boolean, Card, Card)  bounds: --max-calls 20 --max-loop 3     paths: 8
// entry: natural(Card, Card)    bounds: --max-calls 20 --max-loop 3     paths: 7

import java.util.Comparator;

public class Comparators {
    static final class Card implements Comparable<Card> {
        int suit;
        int value;

        @Override
        public int compareTo(Card other) {
            int bySuit = Integer.compare(suit, other.suit);
            return bySuit != 0 ? bySuit : Integer.compare(value, other.value);
        }

        static int byValue(Card a, Card b) {
            return Integer.compare(a.value, b.value);
        }
    }

    static <T> void sort(T[] items, Comparator<? super T> order) {
        for (int i = 1; i < items.length; i++) {
            for (int j = i; j > 0 && order.compare(items[j - 1], items[j]) > 0; j--) {
                T item = items[j];
                items[j] = items[j - 1];
                items[j - 1] = item;
            }
        }
    }

    static int median(Card a, Card b, Card c) {
        Card[] cards = {a, b, c};
        sort(cards, Card::byValue);
        return cards[1].value;
    }

    static int by(boolean reversed, Card a, Card b) {
        Comparator<Card> order = reversed ? (x, y) -> y.value - x.value : Card::byValue;
        return order.compare(a, b);
    }

    static boolean natural(Card a, Card b) {
        return a.compareTo(b) <= 0;
    }
}
