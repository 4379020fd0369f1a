"""Real user classes: tests make their objects through their public methods, and not field by field."""

from __future__ import annotations

from pathlib import Path

import pytest
from generate_subject import suite_of

from symheap.testgen.cases import Why
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

OWNER = """
class Owner {
    enum Kind { PLAIN, SPECIAL }
    private final String name;
    private final Kind kind;
    private int balance;
    private Owner linked;

    Owner(String name, Kind kind) {
        if (name == null || name.isEmpty() || kind == null) throw new IllegalArgumentException();
        this.name = name;
        this.kind = kind;
    }

    void add(int amount) { balance += amount; }

    void link(Owner other) { linked = other; }

    boolean isRing() { return linked != null && linked != this && linked.linked == this; }

    boolean isLoop() { return linked == this; }

    static Owner richer(Owner a, Owner b) { return a.balance >= b.balance ? a : b; }
}
"""
STRICT = """
class Strict {
    private final String key;
    private final int limit;

    Strict(String key, int limit) {
        if (key.length() != 2 || key.charAt(1) != '=' || limit < 17) throw new IllegalArgumentException();
        this.key = key;
        this.limit = limit;
    }

    boolean takes(int amount) { return amount > 3; }
}
"""
BUILT = """
class Built {
    private final String name;
    private final int age;

    private Built(Maker maker) {
        if (maker.name == null) throw new IllegalStateException();
        name = maker.name;
        age = maker.age;
    }

    static Maker maker() { return new Maker(); }

    static final class Maker {
        private String name;
        private int age;
        Maker name(String name) { this.name = name; return this; }
        Maker age(int age) { this.age = age; return this; }
        Built build() { return new Built(this); }
    }

    boolean isAdult() { return age >= 18; }
}
"""
STATES = """
class States {
    enum State { FRESH, USED }
    private State state = State.FRESH;
    private final java.util.List<Integer> past = new java.util.ArrayList<>();
    private static int made;

    States() { made++; }

    State state() { return state; }

    void note(int what) { past.add(what); }

    static State first() { return State.FRESH; }

    int half(int n) { if (n < 0) throw new IllegalArgumentException(); return n / 2; }
}
"""


def text_of(folder: Path, source: str, method: str) -> str:
    suite = suite_of(folder, source, method)
    assert not [each for m in suite.generated.methods for each in m.without if each.why is not Why.DUPLICATE]
    return next(text for name, text in suite.files.items() if name.endswith("PathsTest"))


def test_constructors_that_reject_null_and_the_empty_text_get_another(tmp_path: Path) -> None:
    text = text_of(tmp_path, OWNER, "isLoop")
    assert 'new Owner("a", Owner.Kind.PLAIN)' in text
    assert "owner.link(owner);" in text
    assert "TestObjects" not in text


def test_a_cycle_is_closed_by_a_method_of_the_other_object(tmp_path: Path) -> None:
    text = text_of(tmp_path, OWNER, "isRing")
    assert "linked.link(owner);" in text
    assert "TestObjects" not in text


def test_a_static_method_that_gives_back_its_argument_makes_nothing(tmp_path: Path) -> None:
    text = text_of(tmp_path, OWNER, "richer")
    assert "assertSame(a, result);" in text
    assert "assertSame(b, result);" in text
    assert text.count("Owner b = new Owner(") == 2


def test_arguments_come_from_a_path_of_the_constructor_that_returns(tmp_path: Path) -> None:
    text = text_of(tmp_path, STRICT, "takes")
    assert 'new Strict("a=", 17)' in text
    assert "TestObjects" not in text


def test_a_builder_is_used_where_there_is_no_constructor(tmp_path: Path) -> None:
    text = text_of(tmp_path, BUILT, "isAdult")
    assert "Built.Maker maker = Built.maker();" in text
    assert "maker.age(18);" in text
    assert "Built built = maker.build();" in text
    assert "TestObjects" not in text


def test_a_constant_of_an_enum_is_named_though_the_call_initialises_it(tmp_path: Path) -> None:
    assert "assertEquals(States.State.FRESH, result.state());" in text_of(tmp_path, STATES, "<init>")
    text = text_of(tmp_path, STATES, "first")
    assert "void first_returnsFresh()" in text


def test_what_the_call_does_not_change_of_static_fields_is_not_asserted(tmp_path: Path) -> None:
    text = text_of(tmp_path, STATES, "half")
    assert "assertThrows(IllegalArgumentException.class, () -> states.half(-1));" in text
    assert "getStatic" not in text


def test_names_say_nothing_of_what_is_inside_an_object_of_the_jdk(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, STATES, "note")
    [text] = [text for name, text in suite.files.items() if name.endswith("PathsTest")]
    assert "elementdata" not in text.lower()
    assert "void note_changesPast" in text
