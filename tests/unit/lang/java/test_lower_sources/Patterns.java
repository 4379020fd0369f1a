import java.util.*;

/** Switches by pattern, Java 21 and later. */
public class Patterns {
    sealed interface Shape permits Circle, Square, Rect {}
    record Circle(double r) implements Shape {}
    record Square(int side) implements Shape {}
    record Rect(Square a, Object b) implements Shape {}

    enum Color {
        RED, GREEN, BLUE { }
    }
    enum Other { X }

    static int area(Shape s) {
        return switch (s) {
            case Circle c -> (int) c.r();
            case Square(int side) when side > 5 -> side * 100;
            case Square(int side) -> side;
            case Rect(Square(int q), String t) -> q + t.length();
            case Rect(Square q, Object o) -> 7;
        };
    }

    static int shapes() {
        return area(new Circle(2.5)) + area(new Square(6)) * 3 + area(new Square(4)) * 5
            + area(new Rect(new Square(1), "abc")) * 7 + area(new Rect(new Square(1), 5)) * 11;
    }

    static int any(Object o) {
        return switch (o) {
            case null -> -1;
            case Integer i when i > 10 -> i;
            case Integer i -> 1;
            case String s -> s.length();
            case int[] a -> a.length * 1000;
            case Color c when c == Color.RED -> 50;
            case Color.GREEN -> 60;
            case Color c -> 70;
            case Character c -> 80;
            default -> 99;
        };
    }

    static int anys() {
        int r = 0;
        for (Object o : new Object[] {null, 11, 3, "xyz", new int[2], Color.RED, Color.GREEN, Color.BLUE, 'c', 1L, Other.X})
            r = r * 7 + any(o);
        return r;
    }

    static int colors(Color c) {
        return switch (c) {
            case RED -> 1;
            case Color d when d.ordinal() == 1 -> 2;
            case GREEN -> 3;
            case BLUE -> 4;
        };
    }

    static int enums() {
        int r = 0;
        for (Color c : Color.values()) r = r * 10 + colors(c);
        return r;
    }

    static int text(String s) {
        return switch (s) {
            case null -> 0;
            case "a" -> 1;
            case String t when t.length() > 3 -> 2;
            case "bb" -> 3;
            default -> 4;
        };
    }

    static int texts() {
        int r = 0;
        for (String s : new String[] {null, "a", "long", "bb", "zz"}) r = r * 10 + text(s);
        return r;
    }

    static int number(Integer n) {
        return switch (n) {
            case 1 -> 10;
            case Integer i when i > 100 -> 20;
            case 2 -> 30;
            case Integer i -> 40;
        };
    }

    static int numbers() {
        return number(1) + number(500) * 3 + number(2) * 5 + number(9) * 7;
    }

    static int nullSwitch() {
        Color c = null;
        try {
            return colors(c);
        } catch (NullPointerException e) {
            return 77;
        }
    }

    static int matchError() {
        try {
            Shape s = null;
            return area(s);
        } catch (NullPointerException e) {
            return 5;
        }
    }

    static String strings() {
        Object o = new Rect(new Square(2), "q");
        return o + ":" + new Circle(1.5f) + 1.25 + 3f;
    }

    static int streams() {
        return List.of(3, 1, 2).stream().map(x -> x * 2).filter(x -> x > 2).mapToInt(Integer::intValue).sum();
    }
}
