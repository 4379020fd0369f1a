// instanceof with and without a binding, casts up and down, arrays as objects, and stores that covariance lets fail.
// entry: kind(Object)           bounds: --max-calls 20 --max-loop 3     paths: 7
// entry: store(Animal[], Animal)  bounds: --max-calls 20 --max-loop 3     paths: 3
// entry: legs(Animal)           bounds: --max-calls 20 --max-loop 3     paths: 7

public class Casts {
    interface Swimmer {
        int depth();
    }

    abstract static class Animal {
        int age;
    }

    static class Dog extends Animal implements Swimmer {
        @Override
        public int depth() {
            return 1;
        }
    }

    static final class Puppy extends Dog {
        @Override
        public int depth() {
            return 0;
        }
    }

    static final class Bird extends Animal {
        int wings;
    }

    static int kind(Object o) {
        if (o instanceof Bird b && b.wings != 2) {
            return 1;
        }
        if (o instanceof Swimmer) {
            return o instanceof Dog ? 2 : 3;
        }
        return o instanceof int[] a ? a.length : o instanceof Animal[] ? -1 : o == null ? -2 : -3;
    }

    /** An array of dogs is an array of animals, but takes no bird. */
    static boolean store(Animal[] animals, Animal animal) {
        animals[0] = animal;
        return animals instanceof Dog[];
    }

    static int legs(Animal animal) {
        if (animal.age < 0) {
            return ((Dog) animal).depth();
        }
        return animal instanceof Swimmer s ? 4 - s.depth() : ((Bird) animal).wings;
    }
}
