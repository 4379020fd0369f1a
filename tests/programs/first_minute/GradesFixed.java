// Grades, mended.
// bug: none
// calls: var grades = new GradesFixed(3); grades.average();

import java.util.Arrays;

public class GradesFixed {
    private int[] points = new int[4];
    private final int passing;
    private int count;

    public GradesFixed(int passing) {
        this.passing = passing;
    }

    public void add(int grade) {
        if (grade < 0 || grade > 100) {
            throw new IllegalArgumentException("grade " + grade);
        }
        if (count == points.length) {
            points = Arrays.copyOf(points, 2 * count);
        }
        points[count++] = grade;
    }

    public int passed() {
        int passed = 0;
        for (int i = 0; i < count; i++) {
            if (points[i] >= passing) {
                passed++;
            }
        }
        return passed;
    }

    public int average() {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += points[i];
        }
        return count == 0 ? 0 : sum / count;
    }
}
