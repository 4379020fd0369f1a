// Partners who name each other for ever. Mended.
// bug: none
// calls: var p = new PairsFixed("ann"); p.marry(new PairsFixed("bob")); p.toString();

import java.util.Objects;

public class PairsFixed {
    private final String name;
    private PairsFixed partner;

    public PairsFixed(String name) {
        this.name = Objects.requireNonNull(name);
    }

    public void marry(PairsFixed other) {
        partner = Objects.requireNonNull(other);
        other.partner = this;
    }

    @Override
    public String toString() {
        return partner == null ? name : name + " and " + partner.name;
    }
}
