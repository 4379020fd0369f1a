"""Ranks of crashes: sequences, invariants, arguments that are left to the caller, lines of the user's code."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.core.outcome import ErrorKind, Threw
from symheap.core.source import CodePosition
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded, load_all
from symheap.report.explore.crashes import crash_key, is_deliberate
from symheap.report.explore.explored import notation_of
from symheap.session.rounds import InRounds
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap.testgen.reach.rank import Reachability
from symheap.testgen.reach.ranked import Rank, Ranked
from symheap_testing.java.corpus import jdk_for


def explore_method(loaded: Loaded, reachability: Reachability) -> None:
    run = start(loaded, "pose", default_chain(), Bounds(max_loop=32), in_rounds=InRounds(while_new=True, methods=10))
    for path in run:
        reachability.note(run.exploration, path.trace, loaded.java)


def ranked(tmp_path: Path, name: str, text: str, *, explores: bool = False) -> dict[tuple[int, str], Ranked]:
    """Return the findings by line and simple name of the exception."""
    jdk = jdk_for(17)
    if jdk is None:
        pytest.skip("no JDK of that version with javac")
    file = tmp_path / f"{name}.java"
    file.write_text(text, encoding="utf-8")
    reachability: Reachability | None = None
    for loaded in load_all(str(file), JavaOptions(jdk=str(jdk.home), environ=os.environ)).members:
        assert isinstance(loaded, Loaded)
        assert loaded.java is not None
        reachability = reachability or Reachability(loaded.java, notation_of(loaded).is_own)
        if explores:
            explore_method(loaded, reachability)
    assert reachability is not None
    result = reachability.ranked()
    assert list(result) == sorted(result, key=lambda each: each.order)
    return {(each.key.line, each.key.exception.rpartition(".")[2]): each for each in result}


BAG = """import java.util.*;
public class Bag {
    private final List<String> items = new ArrayList<>();
    private int[] counts = new int[2];
    public void add(String item) { items.add(item); }
    public String last() { return items.get(items.size() - 1); }
    public int count(int slot) { return counts[slot]; }
    public int checked(int slot) {
        if (slot < 0 || slot > counts.length) { throw new IllegalArgumentException("slot"); }
        return counts[slot];
    }
    public char first(String text) { return text.charAt(0); }
    public int size() { return items.size(); }
    public Iterator<String> once() {
        return new Iterator<String>() {
            private int at;
            public boolean hasNext() { return at < 1; }
            public String next() { return new String[] {"a"}[at++]; }
        };
    }
}
"""


def test_what_a_sequence_runs_into_is_an_error_with_its_statements(tmp_path: Path) -> None:
    result = ranked(tmp_path, "Bag", BAG)
    assert result[6, "IndexOutOfBoundsException"].rank is Rank.ERROR
    assert result[6, "IndexOutOfBoundsException"].statements == ("var bag = new Bag();", "bag.last();")
    assert result[12, "StringIndexOutOfBoundsException"].statements == ("var bag = new Bag();", 'bag.first("");')
    assert result[18, "ArrayIndexOutOfBoundsException"].statements == (
        "var bag = new Bag();",
        "var iterator = bag.once();",
        *("iterator.next();",) * 2,
    )


def test_an_index_that_nothing_looks_at_is_left_to_the_caller(tmp_path: Path) -> None:
    result = ranked(tmp_path, "Bag", BAG)
    raw = result[7, "ArrayIndexOutOfBoundsException"]
    assert raw.rank is Rank.WARNING
    assert "slot" in raw.reason
    assert raw.statements
    assert result[10, "ArrayIndexOutOfBoundsException"].rank is Rank.ERROR


ACCOUNT = """public class Account {
    private int balance;
    private int[] months = new int[2];
    public void pay(int amount) {
        assert amount > 0 : "amount " + amount;
        balance += amount;
        assert balance >= amount;
    }
    public int month(int number) {
        assert Math.abs(number) < 5 && months[number & 1] == 0;
        return number;
    }
    public void take(int amount) {
        log(amount);
        assert amount < 9;
        balance -= amount;
    }
    public int half() {
        assert balance % 2 == 0;
        return balance / 2;
    }
    public static int positive(int number) {
        if (number < 0) { number = -number; }
        assert number >= 0;
        return number;
    }
    private void log(int amount) { months[0] = amount; }
}
"""


def test_what_a_method_asserts_of_its_arguments_at_its_start_is_left_to_the_caller(tmp_path: Path) -> None:
    found = ranked(tmp_path, "Account", ACCOUNT, explores=True).items()
    result = {line: each for (line, exception), each in found if exception == "AssertionError"}
    of_arguments = {5: "amount", 10: "number"}
    assert {line for line, each in result.items() if each.rank is Rank.WARNING} == of_arguments.keys()
    assert all(f"only if {name} is not what" in result[line].reason for line, name in of_arguments.items())
    assert {line for line, each in result.items() if each.rank is Rank.ERROR} == {7, 15, 19, 24}
    assert result[10].what == "the assertion does not hold"
    assert result[24].what.startswith("the assertion does not hold: `number >= 0` is false")


def test_a_path_against_an_invariant_is_a_note_and_one_that_needs_null_a_warning(tmp_path: Path) -> None:
    result = ranked(tmp_path, "Bag", BAG, explores=True)
    assert result[13, "NullPointerException"].rank is Rank.NOTE
    assert "items is never null" in result[13, "NullPointerException"].reason
    assert result[12, "NullPointerException"].rank is Rank.WARNING
    assert "only if text is null" in result[12, "NullPointerException"].reason
    assert result[12, "NullPointerException"].statements == ("var bag = new Bag();", "bag.first(null);")


SET_LATER = """public class SetLater {
    private String name;
    private String title = "t";
    private final String kind;
    public SetLater(boolean known) {
        if (known) { kind = "a"; } else { kind = null; }
        title = "u";
    }
    public void rename(String name, String title) { this.name = name; this.title = title; }
    public int kindLength() { return kind.length(); }
    public int nameLength() { return name.length(); }
    public int titleLength() { return title.length(); }
}
"""


def test_a_field_that_some_write_may_leave_null_has_no_invariant(tmp_path: Path) -> None:
    result = ranked(tmp_path, "SetLater", SET_LATER, explores=True)
    assert result[10, "NullPointerException"].rank is Rank.ERROR
    assert result[10, "NullPointerException"].statements == (
        "var setLater = new SetLater(false);",
        "setLater.kindLength();",
    )
    assert result[11, "NullPointerException"].rank is Rank.ERROR
    assert result[12, "NullPointerException"].rank is Rank.WARNING


def test_ranks_repeat(tmp_path: Path) -> None:
    first, second = (ranked(tmp_path, "SetLater", SET_LATER, explores=True) for _ in range(2))
    assert [(k, r.rank, r.reason, r.statements) for k, r in first.items()] == [
        (k, r.rank, r.reason, r.statements) for k, r in second.items()
    ]


PAIRS = """import java.util.*;
public class Pairs {
    public static class Pair<T> {
        private final T left;
        public Pair(T left) { this.left = left; }
        public T left() { return left; }
    }
    public static int ofPair(Pair<Integer> pair) { return pair.left() + 1; }
    public static int ofPairs(Pair<Integer>[] pairs) { return pairs.length == 0 ? 0 : pairs[0].left(); }
    public static int ofList(List<Integer> numbers) { int sum = 0; for (int n : numbers) { sum += n; } return 1 / sum; }
    public static int ofNames(List<Pair<String>> names) { return names.get(0).left().length(); }
}
"""


def test_arguments_are_of_their_generic_types(tmp_path: Path) -> None:
    result = ranked(tmp_path, "Pairs", PAIRS)
    assert result.keys() == {(10, "ArithmeticException"), (11, "IndexOutOfBoundsException")}


# Whose line -----------------------------------------------------------------------------------------------------------

OWN = CodePosition("A.java", 7, 3, "A.f()V")
JDK = CodePosition("StringLatin1.java", 48, 9, "java.lang.StringLatin1.charAt([BI)C")
CHECK = CodePosition("Objects.java", 233, 12, "java.util.Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;")


def is_own(position: object) -> bool:
    return position is OWN


def thrown(*stack: CodePosition) -> Threw:
    return Threw(ErrorKind.EXCEPTION, "", stack[0], "java.lang.X", stack)


def test_what_the_jdk_throws_is_a_crash_at_the_innermost_own_line() -> None:
    assert crash_key(thrown(JDK, OWN), is_own) == ("java.lang.X", "A.java", 7)


def test_what_the_code_throws_itself_or_has_checked_is_deliberate() -> None:
    assert is_deliberate(thrown(OWN), is_own)
    assert is_deliberate(thrown(CHECK, OWN), is_own)
    assert not is_deliberate(thrown(JDK, OWN), is_own)
    assert crash_key(thrown(OWN), is_own) is None


def test_an_error_of_the_code_itself_is_a_crash() -> None:
    end = Threw(ErrorKind.NULL, "", OWN, "java.lang.NullPointerException", (OWN,))
    assert crash_key(end, is_own) == ("java.lang.NullPointerException", "A.java", 7)
