// A switch over a sealed interface of records, exhaustive without a default, with record patterns taken apart.
// entry: area(Shape)            bounds: --max-calls 40 --max-loop 4     paths: 6
// entry: touches(Shape, Shape)  bounds: --max-calls 40 --max-loop 4     paths: 10

public class SealedShapes {
    sealed interface Shape permits Square, Rectangle, Empty {}

    record Point(int x, int y) {}

    record Square(Point corner, int side) implements Shape {}

    record Rectangle(Point from, Point to) implements Shape {}

    record Empty() implements Shape {}

    static int area(Shape shape) {
        return switch (shape) {
            case Square(Point corner, int side) -> side * side;
            case Rectangle(Point(var x, var y), Point(int u, int v)) -> (u - x) * (v - y);
            case Empty empty -> 0;
        };
    }

    static boolean touches(Shape a, Shape b) {
        if (a instanceof Square(Point p, int side) && b instanceof Square(Point(int x, int y), int other)) {
            return p.x() + side == x && p.y() == y && side == other;
        }
        return a == b;
    }
}
