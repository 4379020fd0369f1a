// Abstract classes and dispatch: a template method, calls to super, and one receiver that stands for many classes.
// entry: larger(Shape, Shape)   bounds: --max-calls 8 --max-loop 3      paths: 126
// entry: grow(Shape)            bounds: --max-calls 8 --max-loop 3      paths: 7

public class Shapes {
    abstract static class Shape {
        abstract int area();

        void scale(int factor) {
            if (factor <= 0) {
                factor = 1;
            }
            resize(factor);
        }

        protected abstract void resize(int factor);
    }

    static class Rectangle extends Shape {
        int width;
        int height;

        @Override
        int area() {
            return width * height;
        }

        @Override
        protected void resize(int factor) {
            width *= factor;
            height *= factor;
        }
    }

    static final class Square extends Rectangle {
        @Override
        int area() {
            return width == height ? super.area() : -1;
        }

        @Override
        void scale(int factor) {
            super.scale(factor);
            height = width;
        }
    }

    static final class Group extends Shape {
        Square one;
        Square other;

        @Override
        int area() {
            return one.area() + other.area();
        }

        @Override
        protected void resize(int factor) {
            one.resize(factor);
            if (other != one) {
                other.resize(factor);
            }
        }
    }

    static Shape larger(Shape a, Shape b) {
        return a.area() >= b.area() ? a : b;
    }

    static void grow(Shape shape) {
        shape.scale(2);
    }
}
