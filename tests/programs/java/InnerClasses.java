// Inner, local and anonymous classes: access to the outer object, captured variables, and an inner subclass.
// entry: deposit(int)           bounds: --max-calls 20 --max-loop 3     paths: 3
// entry: countdown(int)         bounds: --max-calls 20 --max-loop 4     paths: 5
// entry: sameOwner(Ticket)      bounds: --max-calls 20 --max-loop 3     paths: 3

public class InnerClasses {
    private int balance;

    class Ticket {
        int amount;

        Ticket(int amount) {
            this.amount = amount;
        }

        void redeem() {
            balance += amount;
        }

        InnerClasses owner() {
            return InnerClasses.this;
        }
    }

    class Voucher extends Ticket {
        Voucher(int amount) {
            super(2 * amount);
        }

        @Override
        void redeem() {
            if (amount > 0) {
                super.redeem();
            }
        }
    }

    interface Counter {
        boolean step();
    }

    int deposit(int amount) {
        Ticket ticket = amount < 10 ? new Voucher(amount) : this.new Ticket(amount);
        ticket.redeem();
        return balance;
    }

    static int countdown(int from) {
        int limit = Math.min(from, 3);
        class Down implements Counter {
            int left = limit;

            @Override
            public boolean step() {
                return left-- > 0;
            }
        }
        Counter counter = from < 0 ? new Counter() {
            @Override
            public boolean step() {
                return false;
            }
        } : new Down();
        int steps = 0;
        while (counter.step()) {
            steps++;
        }
        return steps;
    }

    boolean sameOwner(Ticket ticket) {
        return ticket != null && ticket.owner() == this;
    }
}
