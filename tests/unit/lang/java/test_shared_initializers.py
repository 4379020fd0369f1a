"""An initialiser that is taken over does what it would do on the path, step by step."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from native_calls import jdks

from sampling import sample
from symheap.core.terms import Term
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.initializers import Initializers
from symheap.heap.registry import MODELS, heap_model
from symheap.lang.java.entry import load
from symheap.lang.java.options import JavaOptions
from symheap.solver.chain import default_chain

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

SOURCE = """
class Counter { static int next; static int[] seen = {5, 6, 7}; static Object last; }
class Table {
    static final int[][] SQUARES = new int[4][];
    static final String[] NAMES = {"a", "b" + SQUARES.length};
    static { for (int i = 0; i < 4; i++) { SQUARES[i] = new int[i]; if (i > 0) SQUARES[i][0] = i * i; } }
}
class Reading { static final int VALUE = Counter.next + Counter.seen[0]; }
class Parent { static int events = 1; }
class Child extends Parent { static int own = ++events + Table.SQUARES[2][0]; }
class Writing { static { Counter.next += 3; Counter.seen[1] = 9; Counter.last = new int[] {1}; } }
class Catching {
    static int value;
    static { try { value = 1 / Counter.next; } catch (ArithmeticException e) { value = 7; } }
}
class Keeping { static Throwable kept = new RuntimeException("here"); }
class Failing { static int value = Counter.seen[3]; }
class Deep { static int value = down(30); static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); } }
class Own { static final int VALUE = Uses.base + Uses.mine[0]; }
class Changing { static { Uses.base++; Uses.mine[1] = 8; } }
class Uses {
    static int base = 2;
    static int[] mine = {1, 2};
    static int own(int x) { if (x > 0) base = x; return Own.VALUE > 7 ? 1 : 0; }
    static int aliased(int[] a) { if (a.length > 0) a[0] = 9; return Own.VALUE > 7 ? 1 : 0; }
    static int changed(int[] a) { new Changing(); return mine[1] + base + (a == mine ? a[1] : 0); }
    static int table(int i, int x) { if (i < 0 || i > 3) return -1; return x > 0 ? Table.SQUARES[i].length : i; }
    static int written(int x) { if (x > 0) Counter.next = x; return Reading.VALUE > 7 ? 1 : 0; }
    static int element(int x) { if (x > 0) Counter.seen[0] = x; return Reading.VALUE > 7 ? 1 : 0; }
    static int family(boolean first) { if (first && Parent.events != 1) return 0; return Child.own + Parent.events; }
    static int writes(int[] a) { new Writing(); a[1] = 4; return Counter.next + Counter.seen[1]; }
    static boolean fresh(int[] a) { new Writing(); return a == Counter.last; }
    static int caught(int x) { Counter.next = x; return Catching.value; }
    static int kept(int x) { return x > 0 && Keeping.kept == null ? 1 : 0; }
    static int failing(int x) { try { return Failing.value; } catch (Error e) { return x > 0 ? 1 : 0; } }
    static int deep(int n) { return n > 0 && n < 6 ? deep(n - 1) : Deep.value; }
}
"""
SHARED = {"table": "Table", "family": "Child", "writes": "Writing", "fresh": "Writing", "own": "Own", "aliased": "Own"}
SHARED |= {"changed": "Changing"}
ALONE = {"kept": "Keeping", "failing": "Failing", "deep": "Deep"}
METHODS = (*SHARED, *ALONE, "written", "element", "caught")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("initializers")
    (root / "Uses.java").write_text(SOURCE, encoding="utf-8")
    subprocess.run([str(jdks()[0].javac()), "-d", str(root), str(root / "Uses.java")], check=True, capture_output=True)
    return root


def explored(folder: Path, method: str, model: str) -> tuple[Exploration[Any], set[tuple[int, str]]]:
    """Return the exploration, and the digest of each path with its result under its model."""
    program = load(f"{folder}::Uses::{method}", JavaOptions(environ=os.environ, first_use=True)).program
    solver, statistics = default_chain()
    bounds = Bounds(max_calls=35, max_loop=20, timeout=60)
    exploration = Exploration(program, heap_model(model, program.table), solver, statistics, bounds)
    return exploration, {(trace.digest, _end(trace.end)) for trace in exploration}


def _end(end: object) -> str:
    value = getattr(end, "value", None)
    return "term" if isinstance(value, Term) else str(value)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("method", sample(METHODS, 3))
def test_paths_are_those_of_running_it_step_by_step(
    folder: Path, method: str, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, shared = explored(folder, method, model)
    with monkeypatch.context() as patch:
        patch.setattr(Initializers, "of", lambda self, class_name: None)
        _, stepped = explored(folder, method, model)
    assert shared == stepped
    assert shared


@pytest.mark.parametrize("model", ["pose", "lazy"])
@pytest.mark.parametrize("method", SHARED)
def test_what_depends_on_no_path_is_taken_over(
    folder: Path, method: str, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, _ = explored(folder, method, model)
    assert SHARED[method] not in shared.program.initialized
    assert shared.machine.initializers.of(SHARED[method]) is not None
    monkeypatch.setattr(Initializers, "of", lambda self, class_name: None)
    stepped, _ = explored(folder, method, model)
    assert shared.progress.steps < stepped.progress.steps


@pytest.mark.parametrize("method", ALONE)
def test_what_leaves_exceptions_or_fails_or_goes_deep_is_not(folder: Path, method: str) -> None:
    exploration, _ = explored(folder, method, "pose")
    assert exploration.machine.initializers.of(ALONE[method]) is None


def test_an_object_that_it_made_is_no_input(folder: Path) -> None:
    exploration, paths = explored(folder, "fresh", "pose")
    shared = exploration.machine.initializers.of("Writing")
    assert shared is not None
    assert not any(ref.location.initial for ref in shared.effect.objects if ref.location.class_name == "[I")
    assert {end for _, end in paths} == {"False"}
