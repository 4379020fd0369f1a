"""Conditions that were printed wrongly: an exact class as a subtype.  Printed conditions are parsed again here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import load
from symheap.session.run import Run, start
from symheap.solver.chain import default_chain
from symheap_testing.campaign import program_text
from symheap_testing.printed import Printed, check_printed
from symheap_testing.printed_reader import Unreadable, read
from symheap_testing.printed_values import Declarations, Example

ROOT = Path(__file__).parents[3]
SOURCE = """
class Printed {
    static class A { int n; A next; }
    static class B extends A { }
    interface I { int get(); }
    static class C implements I { public int get() { return 1; } }
    static class D implements I { public int get() { return 2; } }

    static int exact(A a) { return a.getClass() == A.class ? 1 : 2; }
    static int below(Object a) { return a instanceof A ? 1 : 2; }
    static int alike(A a, A b) { return a.getClass() == b.getClass() ? 1 : 2; }
    static int calls(I i) { return i.get(); }
    static int arrays(Object a) { return a instanceof int[] ? 1 : a instanceof Object[] ? 2 : 3; }
    static int wraps(int x, long y) { return x + 1 < x ? 1 : y + 1 < y ? 2 : 3; }
    static int letters(char c, byte b) { return c > 0xFFF0 ? 1 : b + c < 0 ? 2 : 3; }
    static int floats(float f, double d) { return f != f ? 1 : f / 3 > d ? 2 : (int) d == 7 ? 3 : 4; }
    static int chain(A a) { return a.next == a ? 1 : a.next.next == a ? 2 : a.next.n > 3 ? 3 : 4; }
    static int texts(String s) { return s.isEmpty() ? 1 : s.charAt(0) == 'x' ? 2 : s.equals("yes") ? 3 : 4; }
}
"""
METHODS = ["exact", "below", "alike", "calls", "arrays", "wraps", "letters", "floats", "chain", "texts"]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("printed") / "Printed.java"
    file.write_text(SOURCE)
    return file


def explored(target: str, heap: str = "pose", calls: int = 8) -> Run:
    loaded = load(target, JavaOptions(environ=os.environ))
    return start(loaded, heap, default_chain(), Bounds(calls, 2, None, 40, 20))


@pytest.mark.parametrize("method", METHODS)
def test_examples_satisfy_what_is_printed(source: Path, method: str) -> None:
    result = check_printed(explored(f"{source}::{method}"))
    assert result.wrong == []
    assert result.right > 0
    assert not result.unreadable


def test_an_exact_class_is_not_printed_as_a_subtype(source: Path) -> None:
    conditions = [path.conditions() for path in explored(f"{source}::exact")]
    assert ("a != null", "class(a) == Printed$A") in conditions
    assert ("a != null", "!(class(a) == Printed$A)") in conditions


def test_subtypes_are_printed_as_such(source: Path) -> None:
    assert ("a <: Printed$A",) in [path.conditions() for path in explored(f"{source}::below")]


@pytest.mark.parametrize("heap", ["pose", "summary", "lazy"])
def test_corpora_and_random_programs(heap: str, tmp_path: Path) -> None:
    result = Printed()
    for name in ("javalite/dispatch.jl", "javalite/swap.jl"):
        result.add(check_printed(explored(str(ROOT / "examples" / name), heap)))
    for seed in range(8):
        file = tmp_path / f"random{seed}.jl"
        file.write_text(program_text(seed, "javalite"))
        result.add(check_printed(explored(str(file), heap, calls=3)))
    assert result.wrong == []
    assert result.right > 100
    assert result.share_unreadable < 0.02, result.unreadable


DECLARED = Declarations(
    root=lambda name: {"x": "I", "y": "J", "f": "F", "c": "C"}.get(name, "R"),
    field=lambda class_name, name: "I" if name == "n" else "R",
    element=lambda class_name: "I",
    subtype=lambda name, of: (name, of) == ("B", "A"),
)
EXAMPLE = Example(
    {
        "roots": {"x": 2147483647, "y": 2147483647, "f": 0.1, "c": 65535, "a": {"ref": "1"}, "b": None},
        "objects": {
            "1": {"class": "B", "fields": {"n": -1, "next": {"ref": "1"}}},
        },
    },
    DECLARED,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x + 1 < x", None),
        ("(x + 1) < x", True),
        ("(y + 1) < y", False),
        ("(c & 0xffff) == 65535", True),
        ("(int) c == -1", True),
        ("f == 0.1", True),
        ("((double) f) == 0.1", False),
        ("a == a.next && a.next.next.n <= 0", True),
        ("a <: A", True),
        ("class(a) == A", False),
        ("class(a) in {A, B}", True),
        ("!(b <: A)", True),
        ("b != null && b.n == 3", False),
        ("b == null || b.n == 3", True),
        ("(x >>> 31) == 0", True),
        ("(-1 <u x) || (x % -2) == 1", True),
        ("Integer.compareUnsigned(-1, x) < 0 || (x % -2) == 1", True),
        ("(x < 0 ? 1 : 2) == 2 && (0 <= x && x < 2147483647) || x < 0", None),
        ("(x < 0 ? 1 : 2) == 2 || (0 <= x && x < 0)", True),
    ],
)
def test_the_reader_itself(text: str, value: bool | None) -> None:
    if value is None:
        with pytest.raises(Unreadable):
            read(text, list(EXAMPLE.roots), [])
    else:
        assert EXAMPLE.holds(read(text, list(EXAMPLE.roots), [])) is value


def test_a_wrong_condition_is_found(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = explored(f"{source}::exact")
    monkeypatch.setattr("symheap_testing.printed.block", lambda path: "  when     a <: Printed$B\n  decides")
    assert check_printed(run).wrong
