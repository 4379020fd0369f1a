// Counts of the values between two limits, given in the wrong order.
// bug: 12 java.lang.NegativeArraySizeException <init>
// calls: new Histogram(5, 1);

public class Histogram {
    private final int lowest;
    private final int[] counts;
    private int outside;

    public Histogram(int lowest, int highest) {
        this.lowest = lowest;
        this.counts = new int[highest - lowest + 1];
    }

    public void add(int value) {
        int index = value - lowest;
        if (index >= 0 && index < counts.length) {
            counts[index]++;
        } else {
            outside++;
        }
    }

    public int count(int value) {
        int index = value - lowest;
        return index >= 0 && index < counts.length ? counts[index] : 0;
    }

    public int mostFrequent() {
        int best = 0;
        for (int i = 1; i < counts.length; i++) {
            if (counts[i] > counts[best]) {
                best = i;
            }
        }
        return lowest + best;
    }

    public int outside() {
        return outside;
    }
}
