// Money, mended.
// bug: none
// calls: new MoneyFixed(1, "EUR").equals("1 EUR");

import java.util.Objects;

public class MoneyFixed {
    private final long cents;
    private final String currency;

    public MoneyFixed(long cents, String currency) {
        this.cents = cents;
        this.currency = Objects.requireNonNull(currency);
    }

    public MoneyFixed plus(MoneyFixed other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("currencies differ");
        }
        return new MoneyFixed(cents + other.cents, currency);
    }

    public boolean isDebt() {
        return cents < 0;
    }

    @Override
    public boolean equals(Object object) {
        if (object == null || object.getClass() != getClass()) {
            return false;
        }
        MoneyFixed other = (MoneyFixed) object;
        return cents == other.cents && currency.equals(other.currency);
    }

    @Override
    public int hashCode() {
        return Objects.hash(cents, currency);
    }
}
