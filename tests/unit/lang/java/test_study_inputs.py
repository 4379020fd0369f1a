"""Inputs of a study: exact types, stubs for abstract classes, hash maps without collisions, counted rounds."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from sampling import sample
from symheap.api import Run, explore
from symheap.core.outcome import Bound, Cut, Returned, Threw, Unsupported
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions

SOURCE = """
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

public class Study {
    interface Sized { int size(); }
    static abstract class Shape {
        int edges;
        abstract int area();
        boolean isLarge() { return area() > 100; }
        boolean isEmpty() { return edges == 0 || area() == 0; }
    }
    static class Square extends Shape { int area() { return 1; } boolean isEmpty() { return false; } }
    static class Holder { Shape shape; }
    static class Base { int kind() { return 0; } }
    static class Derived extends Base { int kind() { return 1; } }

    static final int[] TABLE = new int[400];
    static class Filled {
        static int sum;
        static { for (int i = 0; i < 400; i++) sum += i; }
    }

    static int dispatch(Base b) { return b == null ? -1 : b.kind() == 0 ? 0 : 1; }
    static int large(Shape s) { return s == null ? -1 : s.isLarge() ? 1 : 0; }
    static int size(Sized s) { return s.size() == 3 ? 1 : 0; }
    static int count(List<Base> all) { return all == null ? -1 : all.size() == 0 ? 0 : 1; }
    static int held(Holder h) { return h.shape == null ? -1 : h.shape.area(); }
    static int shown(PrintWriter to) { to.print('x'); return 0; }
    static int elements(ArrayList<Base> all) { Base b = all.get(0); return b == null ? 0 : b.kind(); }
    static Object lookup(HashMap<Integer, String> map, Integer key) { return map.get(key); }
    static int initialised(boolean b) { return b ? Filled.sum : 0; }
    static int nested(int rows, int columns) {
        int n = 0;
        for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++) n++;
        return n;
    }
    static int row(int columns) {
        int n = 0;
        for (int j = 0; j < columns; j++) n++;
        return n;
    }
    static int called(int rows, int columns) {
        int n = 0;
        for (int i = 0; i < rows; i++) n += row(columns);
        return n;
    }
    static void twice(int[] a, int[] b, int[] to) {
        System.arraycopy(a, 0, to, 0, 1);
        System.arraycopy(b, 0, to, 0, 1);
    }
}
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("study") / "Study.java"
    file.write_text(SOURCE)
    return file


def explored(
    source: Path,
    method: str,
    *,
    exact: bool = True,
    bare: bool = False,
    bounds: Bounds | None = None,
    heap: str = "pose",
) -> Run:
    java = JavaOptions(environ=os.environ, exact_types=exact, bare_stubs=bare, flat_maps=exact)
    run = explore(f"{source}::{method}", heap, bounds=bounds or Bounds(timeout=60), java=java)
    assert not [path for path in run if isinstance(path.trace.end, Unsupported)]
    assert run.stopped is None
    return run


def test_an_input_of_a_class_is_of_that_very_class(source: Path) -> None:
    assert explored(source, "dispatch", exact=False).tally.paths == 3
    assert explored(source, "dispatch").tally.paths == 2


def test_a_stub_stands_for_an_abstract_class(source: Path) -> None:
    """Its abstract method returns anything; the existing class would return 1."""
    assert explored(source, "large", exact=False).tally.paths == 2
    run = explored(source, "large")
    assert run.tally.paths == 3
    assert any("without a body of Study$Shape return any value" in each for each in run.loaded.assumptions)


@pytest.mark.parametrize("heap", ["pose", "summary", "lazy"])
def test_a_stub_stands_for_an_interface(source: Path, heap: str) -> None:
    assert explored(source, "size", heap=heap).tally.paths == 3


def test_a_receiver_of_an_abstract_class_is_a_stub(source: Path) -> None:
    """The class below it has a body of its own."""
    assert explored(source, "Study.Shape::isEmpty").tally.paths == 3


def thrown(run: Run) -> list[str]:
    return sorted(str(end.exception) for path in run if isinstance(end := path.trace.end, Threw))


@pytest.mark.parametrize("heap", ["pose", "summary", "lazy"])
@pytest.mark.parametrize(("method", "others"), sample([("size", 1), ("large", 1), ("count", 1), ("held", 2)], 2))
def test_a_bare_stub_has_no_body_for_what_is_abstract(source: Path, method: str, others: int, heap: str) -> None:
    """One path ends in the error, the others where there is no object; existing bodies run."""
    run = explored(source, method, bare=True, heap=heap)
    assert thrown(run).count("java.lang.AbstractMethodError") == 1
    assert run.tally.paths == 1 + others


def test_nothing_stands_for_an_interface_where_stubs_are_bare(source: Path) -> None:
    """An ArrayList would have a size."""
    run = explored(source, "count", bare=True)
    assert any(
        "methods without a body of java.util.List throw AbstractMethodError" in a for a in run.loaded.assumptions
    )
    assert explored(source, "count").tally.paths == 3


def test_what_objects_of_the_library_hold_is_bare_too(source: Path) -> None:
    """The writer below a PrintWriter is exactly a Writer: null, or one that cannot write."""
    run = explored(source, "shown", bare=True)
    assert "java.lang.AbstractMethodError" in thrown(run)
    assert run.complete


def test_a_bare_receiver_runs_the_bodies_that_its_class_has(source: Path) -> None:
    run = explored(source, "Study.Shape::isEmpty", bare=True)
    assert thrown(run) == ["java.lang.AbstractMethodError"]
    assert run.tally.paths == 2


def test_elements_are_of_their_erased_type(source: Path) -> None:
    """Null, or an object that is no Base: the cast fails."""
    java = JavaOptions(environ=os.environ, exact_types=True)
    ends = [path.trace.end for path in explore(f"{source}::elements", java=java)]
    thrown = Counter(end.exception for end in ends if isinstance(end, Threw))
    assert thrown["java.lang.ClassCastException"] == 1
    assert len([end for end in ends if isinstance(end, Returned)]) == 1


def test_hash_maps_have_no_collisions(source: Path) -> None:
    """With collisions, each entry of a bucket could be passed in two ways."""
    run = explored(source, "lookup")
    assert run.complete
    assert run.tally.total == run.tally.paths < 30


def test_rounds_of_initialisers_do_not_count(source: Path) -> None:
    run = explored(source, "initialised", bounds=Bounds(max_loop=1_000, max_iterations=5))
    assert run.complete
    assert run.tally.paths == 2


def test_rounds_of_all_loops_count_together(source: Path) -> None:
    """r rounds outside and r·c inside are at most n: for n = 4 the pairs (1,0..3), (2,0..1), (3,0), (4,0), and none."""
    run = explored(source, "nested", bounds=Bounds(max_iterations=4))
    assert run.tally.normal == 1 + 4 + 2 + 1 + 1
    java = JavaOptions(environ=os.environ)
    ends = [path.trace.end for path in explore(f"{source}::nested", bounds=Bounds(max_iterations=4), java=java)]
    assert {end.bound for end in ends if isinstance(end, Cut)} == {Bound.ITERATIONS}


def test_rounds_of_each_call_count_together(source: Path) -> None:
    """Loops of one call share its rounds; at most 3 rows of at most 3 columns take 3 rounds per call."""
    assert explored(source, "nested", bounds=Bounds(max_iterations=4).by_call()).tally.normal == 1 + 4 + 2 + 1 + 1
    bounds = Bounds(max_iterations=3).by_call()
    assert explored(source, "called", bounds=bounds).tally.normal == 1 + 3 * 4
    java = JavaOptions(environ=os.environ)
    ends = [path.trace.end for path in explore(f"{source}::called", bounds=bounds, java=java)]
    assert {end.bound for end in ends if isinstance(end, Cut)} == {Bound.CALL_ITERATIONS}


def test_rounds_of_initialisers_are_not_those_of_a_call(source: Path) -> None:
    bounds = Bounds(max_loop=1_000, max_iterations=5).by_call()
    assert explored(source, "initialised", bounds=bounds).complete


def test_errors_of_one_kind_in_two_calls_are_two_paths(source: Path) -> None:
    """2026-11-15: the two copies fail at the same place of the library."""
    run = explored(source, "twice")
    assert run.tally.total == run.tally.paths
