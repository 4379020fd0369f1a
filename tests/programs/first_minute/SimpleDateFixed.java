// SimpleDate, mended.
// bug: none
// calls: new SimpleDateFixed(2024, 12, 31).nextDay();

public class SimpleDateFixed {
    private static final int[] DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private int year;
    private int month;
    private int day;

    public SimpleDateFixed(int year, int month, int day) {
        if (month < 1 || month > 12) {
            throw new IllegalArgumentException("month: " + month);
        }
        if (day < 1 || day > 31) {
            throw new IllegalArgumentException("day: " + day);
        }
        this.year = year;
        this.month = month;
        this.day = day;
    }

    public boolean isLeapYear() {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    private int daysInMonth() {
        if (month == 2 && isLeapYear()) {
            return 29;
        }
        return DAYS[month - 1];
    }

    public void nextDay() {
        if (day < daysInMonth()) {
            day++;
            return;
        }
        day = 1;
        if (month == 12) {
            month = 1;
            year++;
        } else {
            month++;
        }
    }

    @Override
    public String toString() {
        return day + "." + month + "." + year;
    }
}
