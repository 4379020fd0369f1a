"""Paths that were missing or wrong on 2026-11-18, around objects that the JVM or initialisers make.

* An exception that the machine makes got its message, cause and suppressed exceptions only where it was known which one
  it is: behind a reference that an input may alias it had none, nor had one that an initialiser had caught and kept.
* The error about a class whose initialiser failed before had no message and no cause; a JVM gives it both.
* Where the initialiser of a class throws, the classes that inputs are without were those of another table: inputs of
  other classes were impossible.  What only static fields of such a class hold is no input.
* `equals` of records compared constants with symbolic numbers as values of different kinds.
* What an initialiser left that cannot be told (hash codes, clocks, texts of the JVM) was never an input.
* An object that holds one of a class that inputs do not have (a lambda, an immutable list) was never an input.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from symheap.api import explore
from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.engine.bounds import Bounds
from symheap.heap.registry import MODELS
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.options import JavaOptions
from symheap.objects.interpreter import run as run_concretely
from symheap.session.run import Run

SOURCE = """
import java.util.List;
import java.util.function.Supplier;

public class Made {
    static class Box { Throwable t; }
    static class Plain { int v; }

    static int message(Box a, Box b, int x) {
        if (a == null || b == null) return 0;
        try { return 10 / x > 5 ? 9 : 8; } catch (ArithmeticException e) {
            a.t = e;
            if (b.t == null) return 1;
            String text = b.t.getMessage();
            return a == b ? text == null ? 2 : 3 : 4;
        }
    }
    static int suppressed(Box a, Box b, Object o) {
        if (a == null || b == null) return 0;
        try { return o.getClass() == null ? 9 : 1; } catch (NullPointerException e) {
            if (a != b) return 2;
            a.t = e;
            b.t.addSuppressed(new Error());
            return e.getSuppressed().length + 2;
        }
    }

    static class Kept {
        static final Throwable T;
        static {
            Throwable t = null;
            try { Object o = 1; t = (Error) o; } catch (ClassCastException e) { t = e; }
            T = t;
        }
    }
    static int kept(Throwable t) {
        if (t == null) return 0;
        String text = t.getMessage();
        return t == Kept.T ? text == null ? 1 : 2 : 3;
    }

    static class Bad {
        static int z;
        static Bad one = new Bad();
        static { if (z == 0) throw new IllegalStateException(); }
    }
    static int badMessage(int x) {
        try { return Bad.z; } catch (NoClassDefFoundError e) { return e.getMessage() == null ? 1 : 2; }
        catch (ExceptionInInitializerError e) { return 3; }
    }
    static int badCause(int x) {
        try { return Bad.z; } catch (NoClassDefFoundError e) { return e.getCause() == null ? 1 : 2; }
        catch (ExceptionInInitializerError e) { return e.getCause() == null ? 4 : 3; }
    }
    static int badBeside(Plain p) {
        try { return Bad.z; } catch (NoClassDefFoundError e) { return p == null ? 1 : 2; }
        catch (ExceptionInInitializerError e) { return 3; }
    }
    static int badInput(Object o) {
        try { return Bad.z; } catch (LinkageError e) { return o instanceof Bad ? 1 : 2; }
    }

    record Point(int x, boolean up, byte b) { static final Point O = new Point(0, true, (byte) -1); }
    static int record(int x, boolean up, byte b) { return new Point(x, up, b).equals(Point.O) ? 1 : 2; }
    static int recordInput(Point p) { return Point.O == p ? 0 : Point.O.equals(p) ? 1 : 2; }

    static class Hash { static final Object O = new Object(); static final int H = O.hashCode(); }
    static int hash(Object o) { return o == Hash.O ? 1 : 2; }
    static class Clock { static final String S = "t" + System.nanoTime(); }
    static int clock(String s) { return s == Clock.S ? 1 : 2; }
    static class Number { static final long T = System.nanoTime(); static final int N = 5; }
    static int number(Object o) { return Number.T == 0 ? 1 : 2; }

    static class Lambda {
        final Supplier<Integer> s;
        static final Lambda ONE = new Lambda(() -> 5);
        Lambda(Supplier<Integer> s) { this.s = s; }
    }
    static int lambda(Lambda l) { return l == null ? 0 : l.s == null ? 1 : l == Lambda.ONE ? 2 : 3; }
    static class Listed {
        List<Object> l = NONE;
        static final List<Object> NONE = List.of();
        static final Listed ONE = new Listed();
    }
    static int listed(Listed l) { return l == null ? 0 : l.l == null ? 1 : l == Listed.ONE ? 2 : 3; }
}
"""

OUTCOMES = {
    "message": "0 1 3 4 8 9",
    "suppressed": "0 1 2 3",
    "badMessage": "2 3",
    "badBeside": "1 2 3",
    "badInput": "2",
    "record": "1 2",
    "recordInput": "0 1 2",
    "number": "1 2",
    "lambda": "0 1 2 3",
    "listed": "0 1 2 3",
}
"""What a JVM says of those that are explored to their end."""

REFUSED = {
    "kept": "initialiser of Made$Kept, run before the call: keeps a text that only the JVM knows",
    "badCause": "the cause of an error about a class whose initialiser failed before",
    "hash": "initialiser of Made$Hash, run before the call: asks what is different in every run",
    "clock": "initialiser of Made$Clock, run before the call: asks what is different in every run",
}


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    (folder / "Made.java").write_text(SOURCE)
    javac = str(find_jdk(None, os.environ).javac())
    subprocess.run([javac, "-g", "-nowarn", "-d", str(folder), str(folder / "Made.java")], check=True)
    return folder


def explored(classes: Path, method: str, heap: str = "pose") -> Run:
    return explore(f"{classes}::Made::{method}", heap, bounds=Bounds(max_loop=6), java=JavaOptions(environ=os.environ))


def outcomes(run: Run) -> set[str]:
    found = set()
    for path in run:
        end = path.trace.end
        if isinstance(end, Returned):
            model = path.trace.path.model
            assert model is not None
            found.add(str(run.exploration.model.concrete(path.trace.heap, model, end.value)))
        else:
            found.add(end.exception if isinstance(end, Threw) else type(end).__name__)
    return found


@pytest.mark.parametrize("method", OUTCOMES)
def test_every_outcome_of_a_jvm_is_that_of_some_path(classes: Path, method: str) -> None:
    run = explored(classes, method)
    assert outcomes(run) == set(OUTCOMES[method].split())
    assert run.complete


@pytest.mark.parametrize("heap", [name for name in MODELS if name != "pose"])
@pytest.mark.parametrize("method", ["message", "badBeside", "record", "lambda"])
def test_heap_models_agree(classes: Path, method: str, heap: str) -> None:
    assert outcomes(explored(classes, method, heap)) == set(OUTCOMES[method].split())


@pytest.mark.parametrize("method", REFUSED)
def test_what_cannot_be_told_is_refused_by_name(classes: Path, method: str) -> None:
    run = explored(classes, method)
    assert {path.trace.end.what for path in run if isinstance(path.trace.end, Unsupported)} == {REFUSED[method]}
    assert not run.complete


@pytest.mark.parametrize("method", [each for each in OUTCOMES if each != "message"])
def test_examples_take_their_paths(classes: Path, method: str) -> None:
    run = explored(classes, method)
    for path in run:
        example = path.inputs()
        assert example is not None
        actual = run_concretely(run.loaded.program, example, max_calls=600, max_steps=1_000_000)
        assert actual.decisions == path.trace.decisions
