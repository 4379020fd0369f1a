"""Classes initialised before the call: paths that were missed or invented on 2026-11-18.

`OUTCOMES` was recorded on a JVM: each method was run after every sequence of initialisations of its classes, in fresh
classes, on inputs of all kinds, including those that the initialisers made.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from sampling import sample
from symheap.api import explore
from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.engine.bounds import Bounds
from symheap.heap.registry import MODELS
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.options import JavaOptions
from symheap.objects.interpreter import run as run_concretely
from symheap.session.run import Run

SOURCE = """
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether a class was initialised before the call: what a method can tell of it. */
public class Past {
    static class C { int v; C next; }
    static class D extends C { }

    // Objects that an initialiser made may be inputs.
    static class Holder { static final C Y = new C(); }
    static int alias(C b) { return b == Holder.Y ? 1 : 2; }

    static class Arrays { static final int[] A = {1, 2}; static final C[] CS = new C[1]; }
    static int array(int[] a) { return a == Arrays.A ? 1 : 2; }
    static int references(C[] a) { return a == Arrays.CS ? 1 : 2; }
    static int written(int[] a) {
        if (a == null || a.length == 0) return 0;
        a[0] = 9;
        return Arrays.A[0] == 9 ? 1 : 2;
    }

    static class Texts { static final String S = new String("x"); }
    static int text(String s) { return s == Texts.S ? 1 : 2; }

    static class Boxes { static final Integer I = Integer.valueOf(1000); }
    static int boxed(Integer i) { return i == Boxes.I ? 1 : 2; }

    interface Constants { C X = new C(); int PLAIN = 3; }
    static int constant(C b) { return b == Constants.X ? 1 : Constants.PLAIN; }

    static int field(C b) {
        if (b == null || b.next == null) return 0;
        return b.next == Holder.Y ? 1 : 2;
    }

    enum Color { RED, GREEN { int f() { return 2; } }; int f() { return 1; } }
    static int colour(Color c) { return c == Color.RED ? 1 : c == null ? 0 : 2; }

    static class Outer { static final Inner I = new Inner(); static class Inner { static final C Z = new C(); } }
    static int nested(C b) { return b == Outer.Inner.Z ? 1 : 2; }
    static int nestedObject(Object b) { return b == Outer.I ? 1 : 2; }

    static class Lazy { static class Instance { static final Lazy ONE = new Lazy(); } }
    static int singleton(Lazy l) { return l == Lazy.Instance.ONE ? 1 : 2; }

    static class Chain { static final C ONE = new C(); static { ONE.next = new D(); } }
    static int chained(C b) { return b == Chain.ONE.next ? 1 : 2; }

    static class Mapped { static final Map<String, C> MAP = new HashMap<>(); static { MAP.put("a", new C()); } }
    static int mapped(C b) { return b == Mapped.MAP.get("a") ? 1 : 2; }

    // What an initialiser does to others can be seen.
    static int count;
    static class P { static { count++; } }
    static int counted(Object o) { return count == 0 ? 1 : 2; }
    static int countedNull(P p) { return p == null ? (count == 0 ? 1 : 2) : (count == 0 ? 3 : 4); }
    static int unseen(Object o) { return o == null ? 1 : 2; }
    static int difference() { int before = count; new P(); return count - before; }
    static int overwritten() { count = 5; new P(); return count; }

    static int deep;
    static class R { static { deep = deep * 2 + 1; } }
    static class Q extends R { static { deep = deep * 2 + 10; } }
    static int order(Object o) { return deep; }
    static int sub() { new Q(); return deep; }
    static int held(C[] c, Object o) { return o instanceof Q ? deep : -1; }

    static int reader = 1;
    static class Reads { static int x = reader; }
    static int read(int n) { reader = n; return Reads.x == n ? 1 : 2; }
    static int readLate() { return Reads.x; }

    static int tick;
    static class First { static int id = ++tick; }
    static class Second { static int id = ++tick; }
    static int ticks() { return First.id; }

    static class Log { static final List<String> ALL = new ArrayList<>(); static int size; }
    static class Logs { static { Log.size++; } }
    static int logged(Object o) { return Log.size; }

    static int made;
    enum Kind { A, B; Kind() { bump(); } static void bump() { made++; } }
    static int kinds(Kind k) { return made == 0 ? 0 : k == Kind.A ? 1 : 2; }

    // Initialisers that fail.
    static class Bad { static int x = 1; static { if (count >= 0) throw new IllegalStateException(); } }
    static int bad() { return Bad.x; }
    static int badTwice() {
        try { return Bad.x; }
        catch (ExceptionInInitializerError e) { return 1; }
        catch (NoClassDefFoundError e) { return 2; }
    }
    static int badInput(Bad b) { return b == null ? 1 : 2; }
    static class Worse extends Bad { }
    static int worse(Object o) { return o instanceof Worse ? 1 : 2; }
    static int worseNew() {
        try { new Worse(); return 0; }
        catch (ExceptionInInitializerError e) { return 1; }
        catch (NoClassDefFoundError e) { return 2; }
    }
    static int fails;
    static class Sad { static { fails++; if (fails > 0) throw new IllegalStateException(); } }
    static int sad() {
        int before = fails;
        try { new Sad(); } catch (Throwable e) { }
        return fails * 10 + before;
    }

    // Initialisers that use each other.
    static class Even { static int x = Odd.y + 1; }
    static class Odd { static int y = Even.x + 1; }
    static int ring() { return Even.x; }

    static abstract class Shape { static final Shape UNIT = new Circle(); }
    static class Circle extends Shape { static int n = 1; }
    static int unit(Shape s) { return s == Shape.UNIT ? 1 : 2; }

    static int used;
    static class Needs { static int x = Needed.y; }
    static class Needed { static int y; static { used++; y = 7; } }
    static int needs() { return used * 10 + Needs.x; }

    interface Defaulted { Object O = note(); default int g() { return 1; } }
    static int notes;
    static Object note() { notes++; return null; }
    static class Impl implements Defaulted { static int z = 3; }
    static int noted(Object o) { return o instanceof Impl ? notes : notes * 10; }
}
"""

OUTCOMES = {
    "alias": "1 2",
    "array": "1 2",
    "bad": "ExceptionInInitializerError NoClassDefFoundError",
    "badInput": "1",
    "badTwice": "1 2",
    "boxed": "1 2",
    "chained": "1 2",
    "colour": "0 1 2",
    "constant": "1 3",
    "counted": "1 2",
    "countedNull": "1 2 4",
    "difference": "0 1",
    "field": "0 1 2",
    "held": "-1 12",
    "kinds": "0 1 2",
    "logged": "0 1",
    "mapped": "1 2",
    "needs": "17 7",
    "nested": "1 2",
    "nestedObject": "1 2",
    "noted": "0 1 10",
    "order": "0 1 12",
    "overwritten": "5 6",
    "read": "1 2",
    "readLate": "1",
    "references": "1 2",
    "ring": "1 2",
    "sad": "10 11",
    "singleton": "1 2",
    "sub": "12",
    "text": "1 2",
    "ticks": "1 2",
    "unit": "1 2",
    "unseen": "1 2",
    "worse": "2",
    "worseNew": "1 2",
    "written": "0 1 2",
}
"""The results and exceptions of each method, over all inputs and all pasts."""

FIRST_USE = {
    "alias": "2",
    "counted": "2",
    "difference": "1",
    "badTwice": "1",
    "ticks": "1",
    "unit": "1 2",
}
"""With --first-use: the classes of inputs are initialised before the call, and all others when they are used."""

PATHS = {
    "unseen": 2,
    "alias": 2,
    "counted": 2,
    "countedNull": 3,
    "sub": 1,
    "readLate": 1,
    "read": 3,
    "ticks": 2,
    "colour": 3,
    "held": 2,
    "logged": 2,
}
"""A past that the method cannot distinguish is no path of its own."""


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("past")
    (folder / "Past.java").write_text(SOURCE)
    javac = str(find_jdk(None, os.environ).javac())
    subprocess.run([javac, "-g", "-nowarn", "-d", str(folder), str(folder / "Past.java")], check=True)
    return folder


def explored(classes: Path, method: str, heap: str = "pose", *, first_use: bool = False) -> Run:
    java = JavaOptions(environ=os.environ, first_use=first_use)
    return explore(f"{classes}::Past::{method}", heap, bounds=Bounds(max_loop=6), java=java)


def outcomes(run: Run) -> set[str]:
    items = set()
    for path in run:
        end = path.trace.end
        if isinstance(end, Returned):
            model = path.trace.path.model
            assert model is not None
            items.add(str(run.exploration.model.concrete(path.trace.heap, model, end.value)))
        elif isinstance(end, Threw):
            items.add(end.exception.rpartition(".")[2])
        else:
            items.add(type(end).__name__)
    return items


@pytest.mark.parametrize("method", sample([each for each in OUTCOMES if each != "ring"], 3))
def test_every_outcome_of_a_jvm_is_that_of_some_path(classes: Path, method: str) -> None:
    run = explored(classes, method)
    assert outcomes(run) == set(OUTCOMES[method].split())
    assert run.complete


@pytest.mark.parametrize("heap", [name for name in MODELS if name != "pose"])
@pytest.mark.parametrize(
    "method", sample(["alias", "field", "colour", "counted", "order", "held", "kinds", "worseNew"], 4)
)
def test_heap_models_agree(classes: Path, method: str, heap: str) -> None:
    assert outcomes(explored(classes, method, heap)) == set(OUTCOMES[method].split())


@pytest.mark.parametrize(
    "method", ["alias", "counted", "difference", "order", "kinds", "badTwice", "sad", "needs", "noted"]
)
def test_an_example_takes_its_path(classes: Path, method: str) -> None:
    run = explored(classes, method)
    for path in run:
        example = path.inputs()
        assert example is not None
        actual = run_concretely(run.loaded.program, example, max_calls=600, max_steps=1_000_000)
        assert actual.decisions == path.trace.decisions


@pytest.mark.parametrize("method", PATHS)
def test_a_past_that_nobody_can_tell_is_no_path(classes: Path, method: str) -> None:
    assert len(list(explored(classes, method))) == PATHS[method]


@pytest.mark.parametrize("method", FIRST_USE)
def test_first_use_is_one_past(classes: Path, method: str) -> None:
    assert outcomes(explored(classes, method, first_use=True)) == set(FIRST_USE[method].split())


def test_classes_that_initialise_each_other_differently_are_refused_by_name(classes: Path) -> None:
    run = explored(classes, "ring")
    [refused] = [path.trace.end for path in run if isinstance(path.trace.end, Unsupported)]
    assert "initialise each other" in refused.what
    assert not run.complete


def test_a_path_says_what_was_initialised_before(classes: Path) -> None:
    run = explored(classes, "counted")
    said = {(str(path.trace.decisions[0]), path.conditions()[0]) for path in run}
    assert said == {
        ("Past$P was initialised before the call", "initialised(Past$P)"),
        ("Past$P was not initialised before the call", "!initialised(Past$P)"),
    }


def test_an_input_of_a_class_whose_initialiser_throws_is_impossible(classes: Path) -> None:
    assumed = explored(classes, "badInput").loaded.assumptions
    assert any(each.startswith("no input is of Past$Bad: its initialiser throws") for each in assumed)
