"""Initialisers whose effects depend on their order in ways that were overlooked, and the class of a known object.

On 2026-11-19 these runs were complete, and some of their paths were missing or wrong: classes that initialise each
other and write static fields of a third class had one order; a text or an array that an initialiser leaves kept the
length it has when its class comes first; a class that is initialised in the middle of another initialiser counted as
initialised before it; a class that two others affect alike came after both. An example had an object of a class whose
initialiser fails unless another one ran before. After `o == "s"` a path with `!(o instanceof String)` followed.

The outcomes follow from the Java language specification, over all orders of initialisation; they were compared with
those of a JVM.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from symheap.api import explore
from symheap.core.outcome import Returned, Unsupported
from symheap.objects.interpreter import run as run_concretely
from symheap.session.run import Run
from symheap_testing.printed import check_printed

SOURCE = """
public class Main {
    static String trail = "";
    static int n;
    static boolean strict = true;
    static int ticks;
    static int cyclic() { return One.a; }
    static int table(int[] t) { return t == Table.CELLS ? t.length : -1; }
    static int text(String s) { return s == Table.TEXT ? s.length() : -1; }
    static int failing(Failing f) { return f == null ? 1 : strict ? 2 : 3; }
    static int below(Below b, Lax g) { return b == null ? 1 : strict ? 2 : g == null ? 3 : 4; }
    static int nested() { return Outer.IT.at * 10 + Inner.IT.at; }
    static int either() { int m = more; return m * 100 + Guard.v; }
    static int more;
    static int literal(Object o) { return o == "s" ? (o instanceof String ? 1 : 2) : 3; }
    static int made(Object o) { return o == Kept.IT ? (o instanceof Kept ? 1 : 2) : 3; }
    static int cells(Object o) { return o == Kept.CELLS ? (o instanceof int[] c ? c.length : 2) : 3; }
    static int exact(Object o) { return o == Kept.IT ? (o.getClass() == Kept.class ? 1 : 2) : 3; }
    static int aliased(Object o, Object p) { return o == p && p == Kept.BOX ? (o instanceof Integer ? 1 : 2) : 3; }
}
class One { static int a = 1; static { a = Two.b + 1; Main.trail += "1"; } }
class Two { static int b = 10; static { b = One.a + 5; Main.trail += "2"; } }
class Three { static { Main.n = 3; } }
class Call1 { static { Main.more++; } }
class Call2 extends Call1 { static { Main.more += 2; } }
class Guard { static int v = 10; static { if (Main.more > 0) v = 20; } }
class Table { static final int[] CELLS = new int[Main.n]; static final String TEXT = "x".repeat(Main.n); }
class Failing { static { if (Main.strict) throw new IllegalStateException(); } }
class Below extends Failing { }
class Lax { static { Main.strict = false; } }
class Outer { static final Outer IT = new Outer(); final int at = ++Main.ticks; Inner inner = Inner.IT; }
class Inner { static final Inner IT = new Inner(); final int at = ++Main.ticks; }
class Kept { static final Kept IT = new Kept(); static final int[] CELLS = new int[1]; static final Object BOX = 7; }
"""

TRAIL = """
public class Trail {
    static String trail = "";
    static int letters() {
        return trail.startsWith("Q") ? 1 : trail.length() == 2 ? 2 : trail.length() == 1 || trail.isEmpty() ? 3 : 4;
    }
}
class P { static { Trail.trail += "P"; } }
class Q { static { Trail.trail += "Q"; } }
class R { static { Trail.trail += "R"; } }
"""

RETURNS = {
    "table": {-1, 0, 3},
    "text": {-1, 0, 3},
    "failing": {1, 3},
    "below": {1, 3, 4},
    "either": {10, 110, 120, 310, 320},
    "literal": {1, 3},
    "made": {1, 3},
    "cells": {1, 3},
    "exact": {1, 3},
    "aliased": {1, 3},
}
"""What methods return, in complete runs."""

REFUSED = {
    "cyclic": "Two and One initialise each other, and it makes a difference which of them was first",
    "nested": "the order in which Inner and other classes were initialised",
}
"""Methods whose orders are refused by name."""


@pytest.fixture(scope="module")
def main(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("orders") / "Main.java"
    file.write_text(SOURCE)
    return file


@pytest.fixture(scope="module")
def trail(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("trail") / "Trail.java"
    file.write_text(TRAIL)
    return file


def values(run: Run) -> set[object]:
    """Return what the paths of a run return, after a check of their examples."""
    paths = list(run)
    for path in paths:
        example = path.inputs()
        assert example is not None
        actual = run_concretely(run.loaded.program, example, max_calls=600, max_steps=1_000_000)
        assert actual.decisions == path.trace.decisions
    printed = check_printed(run)
    assert not printed.wrong
    assert not printed.unreadable
    return {end.value for path in paths if isinstance(end := path.trace.end, Returned)}


@pytest.mark.parametrize("method", RETURNS)
def test_all_orders_are_seen(main: Path, method: str) -> None:
    run = explore(f"{main}::{method}")
    assert values(run) == RETURNS[method]
    assert run.complete


@pytest.mark.parametrize("method", REFUSED)
def test_orders_that_cannot_be_told_are_refused(main: Path, method: str) -> None:
    run = explore(f"{main}::{method}")
    ends = [path.trace.end for path in run]
    assert REFUSED[method] in {end.what for end in ends if isinstance(end, Unsupported)}
    assert not run.complete


def test_a_text_has_the_length_that_the_order_gives_it(trail: Path) -> None:
    """The four orders whose text has two letters, of which the first is no Q, were taken for others."""
    run = explore(f"{trail}::letters")
    ends = [path.trace.end for path in run]
    returned = Counter(end.value for end in ends if isinstance(end, Returned))
    assert returned == {1: 5, 2: 4, 3: 3, 4: 4}
    assert run.complete


@pytest.mark.parametrize("heap", ["summary", "lazy", "lazier", "lazier#"])
def test_every_heap_model_sees_them(main: Path, heap: str) -> None:
    for method in ("table", "failing", "literal"):
        ends = [path.trace.end for path in explore(f"{main}::{method}", heap=heap)]
        assert {end.value for end in ends if isinstance(end, Returned)} == RETURNS[method]
