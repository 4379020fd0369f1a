// Numbers of people; a number removed from the list that is walked.
// bug: 34 java.util.ConcurrentModificationException removeNumber
// calls: var book = new PhoneBook(); book.add("ann", "1"); book.removeNumber("ann", "1");

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class PhoneBook {
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
        for (String candidate : known) {
            if (candidate.equals(number)) {
                known.remove(candidate);
                removed++;
            }
        }
        return removed;
    }

    public int people() {
        return numbers.size();
    }
}
