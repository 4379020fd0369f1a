"""Objects of static fields whose classes no input was thought to have, and classes that fail after another one.

On 2026-11-19 `o == H.LAMBDA` was false for every input `o`, and so were comparisons with unmodifiable lists and with
comparators of the JDK. An example had an object of a class whose initialiser had failed, since another class was
initialised before it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.api import explore
from symheap.core.outcome import Returned
from symheap.objects.interpreter import run as run_concretely
from symheap_testing.printed import check_printed

SOURCE = """
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

public class Held {
    static int log = 1;
    static int made;
    static int lambda(Object o) { return o == Lambdas.PLAIN ? 1 : o == Lambdas.BOUND ? 2 : 3; }
    static int declared(Supplier<String> s) { return s == null ? 0 : s == Lambdas.TEXT ? 1 : 2; }
    static int constant(Made m) { return m == null ? 0 : m == Made.FIVE ? m.go() : m.go() == 5 ? 6 : 7; }
    static int list(Object o) { return o == Lists.OF ? 1 : o == Lists.NONE ? 2 : 3; }
    static int order(Comparator<String> c) { return c == Lists.ORDER ? 1 : 2; }
    static int grid(Object o) { return o == Lists.GRID ? 1 : o == Lists.GRID[0] ? 2 : 3; }
    static int field(Holder h) { return h == null ? 0 : h.r == Lambdas.PLAIN ? 1 : h.r == null ? 2 : 3; }
    static int element(Object[] a) { return a == null || a.length == 0 ? 0 : a[0] == Lambdas.PLAIN ? 1 : 2; }
    static int type(Object o) { return o instanceof Runnable ? 1 : 2; }
    static int contested(Object o) { return made == 0 ? 2 : o == Counting.R ? 1 : 3; }
    static int failing(Object o) { return Tripling.K == o ? 1 : made == 0 ? 2 : o instanceof Fails ? 3 : 4; }
}
class Lambdas {
    static final Runnable PLAIN = () -> { };
    static final Runnable BOUND = new Object()::notify;
    static final Supplier<String> TEXT = () -> "t";
}
interface Made { int go(); Made FIVE = () -> 5; }
class Lists {
    static final List<String> OF = List.of("a"), NONE = List.of();
    static final Comparator<String> ORDER = Comparator.naturalOrder();
    static final long[][] GRID = new long[1][1];
}
class Holder { Runnable r; }
class Counting { static Runnable R = () -> { }; static { Held.made++; } }
class Tripling { static final Object K = new Object(); static { Held.log *= 3; Held.made++; } }
class Fails { static { if (Held.log > 1) throw new IllegalStateException(); Held.log++; } }
"""

RETURNS = {
    "lambda": {1, 2, 3},
    "declared": {0, 1, 2},
    "constant": {0, 5, 6, 7},
    "list": {1, 2, 3},
    "order": {1, 2},
    "grid": {1, 2, 3},
    "field": {0, 1, 2, 3},
    "element": {0, 1, 2},
    "type": {1, 2},
    "contested": {1, 2, 3},
    "failing": {1, 3, 4},
}


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("held") / "Held.java"
    file.write_text(SOURCE)
    return file


@pytest.mark.parametrize("method", RETURNS)
def test_inputs_may_be_what_static_fields_hold(held: Path, method: str) -> None:
    run = explore(f"{held}::{method}")
    paths = list(run)
    assert {end.value for path in paths if isinstance(end := path.trace.end, Returned)} == RETURNS[method]
    assert run.complete
    for path in paths:
        example = path.inputs()
        assert example is not None
        actual = run_concretely(run.loaded.program, example, max_calls=600, max_steps=1_000_000)
        assert actual.decisions == path.trace.decisions
    printed = check_printed(run)
    assert not printed.wrong
    assert not printed.unreadable


@pytest.mark.parametrize("heap", ["summary", "lazy", "lazier", "lazier#"])
def test_every_heap_model_sees_them(held: Path, heap: str) -> None:
    for method in ("lambda", "element", "failing"):
        ends = [path.trace.end for path in explore(f"{held}::{method}", heap=heap)]
        assert {end.value for end in ends if isinstance(end, Returned)} == RETURNS[method]
