// Partners who name each other for ever.
// bug: 22 java.lang.StackOverflowError toString
// calls: var p = new Pairs("ann"); p.marry(new Pairs("bob")); p.toString();

import java.util.Objects;

public class Pairs {
    private final String name;
    private Pairs partner;

    public Pairs(String name) {
        this.name = Objects.requireNonNull(name);
    }

    public void marry(Pairs other) {
        partner = Objects.requireNonNull(other);
        other.partner = this;
    }

    @Override
    public String toString() {
        return partner == null ? name : name + " and " + partner;
    }
}
