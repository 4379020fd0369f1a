// Class objects that are symbolic: questions about them are values, and only what the program asks of these decides.
// entry: sameClass(Animal, Animal)  bounds: --max-calls 20 --max-loop 4     paths: 5
// entry: named(Animal)          bounds: --max-calls 20 --max-loop 4     paths: 4
// entry: kind(Class)            bounds: --max-calls 20 --max-loop 4     paths: 6
// entry: parent(Animal)         bounds: --max-calls 20 --max-loop 4     paths: 3
// entry: related(Class, Class)  bounds: --max-calls 20 --max-loop 4     paths: 5
// entry: instance(Class, Animal)  bounds: --max-calls 20 --max-loop 4     paths: 4
// entry: declared(Class)        bounds: --max-calls 20 --max-loop 4     paths: 4

public class ClassObjects {
    interface Animal {}

    interface Pet extends Animal {}

    static class Dog implements Pet {}

    static final class Puppy extends Dog {}

    static final class Cat implements Pet {}

    @Deprecated
    static final class Wolf implements Animal {}

    static int sameClass(Animal a, Animal b) {
        if (a.getClass() == b.getClass()) {
            return a instanceof Dog ? 1 : 2;
        }
        return a.getClass().equals(b.getClass()) ? -1 : 3;
    }

    static boolean named(Animal a) {
        if (a.getClass().getName() == "ClassObjects$Wolf") {
            return a instanceof Wolf;
        }
        return a.getClass().getSimpleName().length() == 3 && a.getClass().getName().charAt(0) == 'C';
    }

    static int kind(Class<?> c) {
        if (c.isPrimitive()) {
            return c == int.class ? 1 : 2;
        }
        if (c.isInterface()) {
            return 3;
        }
        return (c.getModifiers() & 16) != 0 ? 4 : 5;
    }

    static int parent(Animal a) {
        Class<?> above = a.getClass().getSuperclass();
        if (above == Object.class) {
            return 0;
        }
        return above.getSuperclass() == Object.class && above.getSuperclass().getSuperclass() == null ? 1 : -1;
    }

    static int related(Class<?> a, Class<?> b) {
        if (a.isAssignableFrom(b)) {
            return b.isAssignableFrom(a) ? 0 : 1;
        }
        return 2;
    }

    static Object instance(Class<?> c, Animal a) {
        if (c.isInstance(a)) {
            return c.cast(a) == a && c.isAssignableFrom(a.getClass());
        }
        return c.isInterface();
    }

    static int declared(Class<?> c) {
        if (c.isAnonymousClass() || c.isLocalClass()) {
            return -1;
        }
        if (c.isMemberClass()) {
            return c.getDeclaringClass() == c.getEnclosingClass() ? c.isAnnotationPresent(Deprecated.class) ? 1 : 2 : -2;
        }
        return c.getDeclaringClass() == null ? 3 : -3;
    }
}
