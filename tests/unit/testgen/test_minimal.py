"""Values that are easy to read."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from symheap.core.outcome import Returned
from symheap.core.terms import F64
from symheap.core.theories import ieee
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import load
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.report.explore.explored import Path as FoundPath
from symheap.report.java.notation import string_of
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap.testgen.access import Access
from symheap.testgen.cases import Candidate, NoTest, Why
from symheap.testgen.inputs.candidates import Candidates, candidates
from symheap.testgen.inputs.preferences import float_cost, letter_cost, number_cost
from symheap.testgen.inputs.reachable import Reachable
from symheap.testgen.inputs.telling import with_letters
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

SOURCE = """
class Values {
    int field;
    Object thing;

    static boolean above(int x, int y) { return x > 5 && y < -3; }

    static boolean balance(int x, int y) { return x + y == 100; }

    static boolean both(int[] a) { return a.length > 2 && a[2] == 7; }

    static int other(String s) { return s.charAt(1) == 'z' ? s.length() : 0; }

    static boolean half(double d) { return d > 0.25 && d < 0.75; }

    static char grade(char c, short s) { return c == s ? c : 'x'; }

    static int doubled(int n) { return n < 1000 ? 2 * n : -1; }

    static int clipped(int n) { return n < 0 ? -1 : n; }

    static boolean huge(int[] a) { return a.length > 1_000_000_000; }

    Values keep(Object given, int number, String text) {
        thing = given;
        field = number + text.length();
        return this;
    }

    int read() { return field; }
}
"""


@pytest.fixture(scope="module")
def paths_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[FoundPath]]:
    folder = tmp_path_factory.mktemp("values")
    (folder / "Values.java").write_text(SOURCE)

    def found(method: str) -> list[FoundPath]:
        options = JavaOptions(environ=os.environ)
        loaded = load(f"{folder / 'Values.java'}::{method}", options)
        return list(start(loaded, "pose", default_chain(), Bounds()))

    return found


Paths = Callable[[str], list[FoundPath]]


def made_of(path: FoundPath) -> Candidates | NoTest:
    java = path.run.loaded.java
    assert java is not None
    access = Access(java.subject.world, "")
    return candidates(path, access, Reachable(java, access))


def returning(paths: list[FoundPath], value: object) -> Candidate:
    """Return the candidate for the path whose concrete run returns `value`."""
    inputs = [each.best_first()[0] for path in paths if isinstance(each := made_of(path), Candidates)]
    [wanted] = [each for each in inputs if isinstance(each.run.end, Returned) and each.run.end.value == value]
    return wanted


def test_numbers_are_the_nearest_to_zero(paths_of: Paths) -> None:
    assert returning(paths_of("above"), 1).witness.roots == {"x": 6, "y": -4}


def test_what_depends_on_another_value_follows_it(paths_of: Paths) -> None:
    assert returning(paths_of("balance"), 1).witness.roots == {"x": 0, "y": 100}


def test_arrays_are_as_short_as_the_path_allows(paths_of: Paths) -> None:
    heap = returning(paths_of("both"), 1).witness
    array = heap.objects[int(heap.roots["a"])]
    assert (array.length, array.elements) == (3, {2: 7})


def test_texts_are_made_of_letters(paths_of: Paths) -> None:
    heap = returning(paths_of("other"), 2).witness
    assert string_of(heap, heap.objects[int(heap.roots["s"])]) == "az"


def test_floating_point_numbers_are_plain(paths_of: Paths) -> None:
    assert ieee.double(int(returning(paths_of("half"), 1).witness.roots["d"])) == 0.5


def test_a_char_is_a_letter_and_a_short_a_number(paths_of: Paths) -> None:
    assert returning(paths_of("grade"), ord("x")).witness.roots == {"c": ord("a"), "s": 1}


def test_a_zero_stays_at_a_boundary_only(paths_of: Paths) -> None:
    assert returning(paths_of("doubled"), 2).witness.roots == {"n": 1}
    assert returning(paths_of("clipped"), 0).witness.roots == {"n": 0}


def test_an_array_that_no_test_should_have_is_named(paths_of: Paths) -> None:
    inputs = [made_of(path) for path in paths_of("huge")]
    assert [each.why for each in inputs if isinstance(each, NoTest)] == [Why.TOO_LARGE]


def test_what_the_path_does_not_decide_differs_from_the_defaults(paths_of: Paths) -> None:
    [path] = [path for path in paths_of("keep") if isinstance(path.trace.end, Returned)]
    result = made_of(path)
    assert isinstance(result, Candidates)
    heap = result.least.witness
    assert heap.class_of(int(heap.roots["given"])) == "java.lang.Object"
    assert heap.roots["number"] == 1


def test_the_least_leaves_fields_at_their_defaults(paths_of: Paths) -> None:
    [path] = paths_of("read")
    result = made_of(path)
    assert isinstance(result, Candidates)
    assert result.told is not None
    assert [each.witness.objects[1].fields["field"] for each in (result.told, result.least)] == [1, 0]


def test_strings_that_nobody_looked_at_are_different_letters() -> None:
    heap = ConcreteHeap(None, {}, {n: ConcreteObject("java.lang.String") for n in (1, 2)})  # type: ignore[arg-type]
    filled = with_letters(heap)
    assert [string_of(filled, filled.objects[n]) for n in (1, 2)] == ["a", "b"]
    assert heap.objects[1].fields == {}


def test_characters_that_nobody_looked_at_are_letters() -> None:
    objects = {
        1: ConcreteObject("java.lang.String", {"value": 2, "coder": 0}),
        2: ConcreteObject("[B", {}, 3, {1: ord("k")}),
    }
    filled = with_letters(ConcreteHeap(None, {}, objects))  # type: ignore[arg-type]
    assert string_of(filled, filled.objects[1]) == "aka"


def test_costs_put_the_values_in_order() -> None:
    assert sorted([-1, 3, 0, -2, 1], key=number_cost) == [0, 1, 3, -1, -2]
    assert "".join(map(chr, sorted(map(ord, "~Z9za "), key=letter_cost))) == "azZ9~ "
    write = ieee.writer(64)
    assert float_cost(write(0.0), F64) < float_cost(write(0.5), F64) < float_cost(write(0.123), F64)
