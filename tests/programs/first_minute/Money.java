// An amount of money, compared with something else.
// bug: 32 java.lang.ClassCastException equals
// calls: new Money(1, "EUR").equals("1 EUR");

import java.util.Objects;

public class Money {
    private final long cents;
    private final String currency;

    public Money(long cents, String currency) {
        this.cents = cents;
        this.currency = Objects.requireNonNull(currency);
    }

    public Money plus(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("currencies differ");
        }
        return new Money(cents + other.cents, currency);
    }

    public boolean isDebt() {
        return cents < 0;
    }

    @Override
    public boolean equals(Object object) {
        if (object == null) {
            return false;
        }
        Money other = (Money) object;
        return cents == other.cents && currency.equals(other.currency);
    }

    @Override
    public int hashCode() {
        return Objects.hash(cents, currency);
    }
}
