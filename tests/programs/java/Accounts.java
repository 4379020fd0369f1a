// Objects with invariants and a checked exception: withdrawals, a transfer undone on failure, perhaps to itself.
// entry: withdraw(int)          bounds: --max-calls 20 --max-loop 3     paths: 3
// entry: transfer(Accounts, int)  bounds: --max-calls 20 --max-loop 3     paths: 6

public class Accounts {
    static final class InsufficientFunds extends Exception {
        private static final long serialVersionUID = 1L;
        final int missing;

        InsufficientFunds(int missing) {
            super("insufficient funds");
            this.missing = missing;
        }
    }

    private static final int LIMIT = 1_000_000;

    int balance;
    boolean frozen;

    void withdraw(int amount) throws InsufficientFunds {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        if (amount > balance) {
            throw new InsufficientFunds(amount - balance);
        }
        balance -= amount;
    }

    void deposit(int amount) {
        if (frozen || balance > LIMIT - amount) {
            throw new IllegalStateException("no deposit");
        }
        balance += amount;
    }

    int transfer(Accounts to, int amount) {
        int before = balance;
        try {
            withdraw(amount);
            to.deposit(amount);
            return 0;
        } catch (InsufficientFunds e) {
            return e.missing;
        } catch (IllegalStateException e) {
            balance = before;
            return -1;
        }
    }
}
