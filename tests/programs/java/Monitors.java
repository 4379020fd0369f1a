// Synchronized methods and blocks, left normally, by return and by an exception; one lock taken twice; a null lock.
// entry: transfer(Monitors, int)  bounds: --max-calls 20 --max-loop 3     paths: 4
// entry: guarded(Object, int)   bounds: --max-calls 20 --max-loop 3     paths: 4

public class Monitors {
    int balance;

    synchronized void add(int amount) {
        balance += amount;
    }

    static synchronized int sign(int x) {
        return x < 0 ? -1 : 1;
    }

    boolean transfer(Monitors to, int amount) {
        synchronized (this) {
            synchronized (to) {
                if (amount < 0 || amount > balance) {
                    return false;
                }
                add(-amount);
                to.add(amount);
            }
        }
        return true;
    }

    static int guarded(Object lock, int x) {
        try {
            synchronized (lock) {
                return 100 / x * sign(x);
            }
        } catch (ArithmeticException e) {
            return 0;
        }
    }
}
