// PhoneBook, mended.
// bug: none
// calls: var book = new PhoneBookFixed(); book.add("ann", "1"); book.removeNumber("ann", "1");

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class PhoneBookFixed {
    private final Map<String, List<String>> numbers = new HashMap<>();

    public void add(String name, String number) {
        List<String> known = numbers.get(name);
        if (known == null) {
            known = new ArrayList<>();
            numbers.put(name, known);
        }
        known.add(number);
    }

    public List<String> find(String name) {
        List<String> known = numbers.get(name);
        return known == null ? Collections.emptyList() : known;
    }

    public int removeNumber(String name, String number) {
        int removed = 0;
        List<String> known = numbers.get(name);
        if (known == null) {
            return removed;
        }
        while (known.remove(number)) {
            removed++;
        }
        return removed;
    }

    public int people() {
        return numbers.size();
    }
}
