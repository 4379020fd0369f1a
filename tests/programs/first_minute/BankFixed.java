// Bank, mended.
// bug: none
// calls: var bank = new BankFixed(); bank.open("ann", 10); bank.transfer("bob", "ann", 5);

import java.util.HashMap;
import java.util.Map;

public class BankFixed {
    private final Map<String, Integer> balances = new HashMap<>();
    private int transfers;

    public void open(String owner, int deposit) {
        if (deposit < 0) {
            throw new IllegalArgumentException("negative deposit");
        }
        if (balances.containsKey(owner)) {
            throw new IllegalStateException("account exists: " + owner);
        }
        balances.put(owner, deposit);
    }

    public boolean transfer(String from, String to, int amount) {
        if (amount <= 0 || !balances.containsKey(to) || !balances.containsKey(from)) {
            return false;
        }
        int available = balances.get(from);
        if (available < amount) {
            return false;
        }
        balances.put(from, available - amount);
        balances.put(to, balances.get(to) + amount);
        transfers++;
        return true;
    }

    public int balance(String owner) {
        return balances.getOrDefault(owner, 0);
    }

    public int transfers() {
        return transfers;
    }
}
