// Object.clone of objects whose class is not known: one path a class, fields shared, arrays by their class.
// entry: copy(Shape)            bounds: --max-calls 20 --max-loop 4     paths: 3
// entry: shares(Tree)           bounds: --max-calls 20 --max-loop 4     paths: 4
// entry: refused(Base)          bounds: --max-calls 20 --max-loop 4     paths: 3
// entry: array(int[])           bounds: --max-calls 20 --max-loop 4     paths: 4
// entry: items(Shape[])         bounds: --max-calls 20 --max-loop 4     paths: 3

public class Clones {
    abstract static class Shape implements Cloneable {
        int x;

        Shape copy() {
            try {
                return (Shape) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError();
            }
        }
    }

    static final class Circle extends Shape {
        int radius;
    }

    static final class Square extends Shape {
        int side;
        Circle inner;
    }

    static final class Tree implements Cloneable {
        Tree left;
        int key;

        @Override
        public Tree clone() throws CloneNotSupportedException {
            return (Tree) super.clone();
        }
    }

    static class Base {
        int value;

        Object twin() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    static class Derived extends Base implements Cloneable {}

    /** The copy is another object, of the same class and with the same fields. */
    static boolean copy(Shape s) {
        Shape t = s.copy();
        t.x = s.x + 1;
        if (s instanceof Square a && t instanceof Square b) {
            return a.side == b.side && a.inner == b.inner && s.x == t.x - 1;
        }
        return s.getClass() == t.getClass() && s != t;
    }

    /** A clone is not deep: what it refers to is shared. */
    static int shares(Tree t) throws CloneNotSupportedException {
        Tree u = t.clone();
        u.key = 7;
        if (u.left == null) {
            return t.key;
        }
        u.left.key = 8;
        return t.left == t ? 1 : t.left.key == 8 ? 2 : -1;
    }

    static String refused(Base b) {
        try {
            Base c = (Base) b.twin();
            return c.value == b.value ? "cloned" : "changed";
        } catch (CloneNotSupportedException e) {
            return e.getMessage();
        }
    }

    static int array(int[] a) {
        int[] b = a.clone();
        if (b.length < 2) {
            return 0;
        }
        b[1] = a[0];
        return a[1] == b[1] ? 1 : 2;
    }

    static boolean items(Shape[] shapes) {
        Shape[] copies = shapes.clone();
        return copies.length == 0 || copies[0] == shapes[0];
    }
}
