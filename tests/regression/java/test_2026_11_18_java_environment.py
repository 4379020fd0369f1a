"""Clocks, seeds, hash codes, properties and monitors: code that uses them had only one path, or a wrong end."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path as FilePath

import pytest

from sampling import sample
from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.engine.bounds import Bounds
from symheap.lang.java.lower.calls import ASKED_CLASSES
from symheap.lang.java.natives import ASKED
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded, load
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import path_key
from symheap.objects.interpreter import run as run_concretely
from symheap.report.explore.explored import Path
from symheap.session.run import Run, start
from symheap.solver.chain import default_chain
from symheap.testgen.access import Access
from symheap.testgen.attempts import attempt
from symheap.testgen.cases import NoTest, Why
from symheap.testgen.inputs.reachable import Reachable

SOURCE = """
import java.util.*;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

class Asked {
    enum Color { RED, GREEN }
    static class Held { static final long START = System.nanoTime(); }

    static int random() { return new Random().nextInt() == 0 ? 1 : 2; }
    static int seeded() { return new Random(7).nextInt() == 0 ? 1 : 2; }
    static int mathRandom() { return Math.random() < 0.5 ? 1 : 2; }
    static int ofThread() { return ThreadLocalRandom.current().nextInt(10) == 3 ? 1 : 2; }
    static int nano() { return System.nanoTime() % 2 == 0 ? 1 : 2; }
    static int elapsed() { long before = System.nanoTime(); return System.nanoTime() < before ? 1 : 2; }
    static int millis() { return System.currentTimeMillis() > 5 ? 1 : 2; }
    static int reference() { LongSupplier clock = System::nanoTime; return clock.getAsLong() > 3 ? 1 : 2; }
    static int started() { return Held.START > 0 ? 1 : 2; }
    static int property() { String s = System.getProperty("a.b"); return s == null ? 0 : s.isEmpty() ? 1 : 2; }
    static int twice() { return System.getProperty("x") == null ? 0 : System.getProperty("x").length() == 3 ? 1 : 2; }
    static int system() { return System.getProperty("os.name").isEmpty() ? 1 : 2; }
    static int variable() { return System.getenv("HOME") == null ? 1 : 2; }
    static int flag() { return Boolean.getBoolean("q") ? 1 : 2; }
    static int processors() { return Runtime.getRuntime().availableProcessors() > 4 ? 1 : 2; }
    static int memory() { return Runtime.getRuntime().freeMemory() > 4 ? 1 : 2; }

    static int hashes(Object a, Object b) { return System.identityHashCode(a) == System.identityHashCode(b) ? 1 : 2; }
    static int twoHashes() { return new Object().hashCode() == new Object().hashCode() ? 1 : 2; }
    static int oneHash() { Object o = new Object(); return o.hashCode() == System.identityHashCode(o) ? 1 : 2; }
    static int mixed(Color c) { return Objects.hash(c, 1) % 2 == 0 ? 1 : 2; }
    static int table(Color c) {
        Map<Color, Integer> m = new HashMap<>();
        m.put(Color.RED, 1);
        Integer x = m.get(c);
        return x == null ? 0 : x;
    }
    static int order() {
        Set<Color> s = new HashSet<>();
        s.add(Color.RED);
        s.add(Color.GREEN);
        return s.iterator().next().ordinal();
    }
    static int alone() { Set<Color> s = new HashSet<>(); s.add(Color.GREEN); return s.iterator().next().ordinal(); }
    static int setOf() { return Set.of(1, 2, 3).iterator().next(); }
    static int setOfTwo() { return Set.of(1, 2).iterator().next(); }

    static int trace() { return new Throwable().getStackTrace()[0].getLineNumber(); }
    static int walker() { return StackWalker.getInstance().walk(s -> (int) s.count()); }
    static int threadTrace() { return Thread.currentThread().getStackTrace().length; }
    static int threadName() { return Thread.currentThread().getName().length(); }
    static int input() throws Exception { return System.in.read(); }

    static int notifies(Object o) { o.notify(); return 1; }
    static int holding(Object o) { synchronized (o) { o.notifyAll(); } return 1; }
    static int other(Object o, Object p) { synchronized (o) { p.notify(); } return 1; }
    static synchronized int ofClass() { Asked.class.notify(); return 1; }
    synchronized int own() { notify(); return 1; }
    static int left(Object o) {
        try { synchronized (o) { throw new RuntimeException(); } } catch (RuntimeException e) { o.notify(); }
        return 1;
    }
    synchronized void fails() { throw new RuntimeException(); }
    static int unwound(Asked a) {
        try { a.fails(); } catch (RuntimeException e) { if (a != null) a.notify(); }
        return 1;
    }
    static int waits(Object o) throws Exception { o.wait(); return 1; }
    static int waitsHolding(Object o) throws Exception { synchronized (o) { o.wait(5); } return 1; }
}
"""

TWO = {1, 2}
RETURNS = {
    **dict.fromkeys(("random", "mathRandom", "ofThread", "nano", "elapsed", "millis", "reference", "started"), TWO),
    **dict.fromkeys(("system", "variable", "flag", "processors", "memory", "hashes", "twoHashes", "mixed"), TWO),
    "property": {0, 1, 2},
    "twice": {0, 1, 2},
    "seeded": {2},
    "oneHash": {1},
    "table": {0, 1},
    "alone": {1},
}
REFUSED = {
    "order": "the order of a hash table by identity hash codes",
    "setOf": "the order of Set.of or Map.of",
    "setOfTwo": "the order of Set.of or Map.of",
    "trace": "java.lang.Throwable.getStackTrace",
    "walker": "java.lang.StackWalker.getInstance",
    "threadTrace": "java.lang.Thread.getStackTrace",
    "threadName": "the thread that runs the program",
    "input": "java.lang.System.in",
    "waitsHolding": "java.lang.Object.wait",
}
NULL, MONITOR = "java.lang.NullPointerException", "java.lang.IllegalMonitorStateException"
MONITORS: dict[str, set[str | int]] = {
    "notifies": {NULL, MONITOR},
    "holding": {NULL, 1},
    "other": {NULL, MONITOR, 1},
    "ofClass": {1},
    "own": {1},
    "left": {NULL, MONITOR},
    "unwound": {1, MONITOR},
    "waits": {NULL, MONITOR},
}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> FilePath:
    file = tmp_path_factory.mktemp("asked") / "Asked.java"
    file.write_text(SOURCE)
    return file


def loaded(source: FilePath, method: str, *, fixed: bool = False) -> Loaded:
    return load(f"{source}::Asked::{method}", JavaOptions(environ=os.environ, fixed_environment=fixed))


@cache
def explored(source: FilePath, method: str, heap: str = "pose", *, fixed: bool = False) -> Run:
    run = start(loaded(source, method, fixed=fixed), heap, default_chain(), Bounds(timeout=60))
    run.paths()
    return run


def ends(run: Run) -> set[object]:
    found = [path.trace.end for path in run]
    assert not [end for end in found if isinstance(end, Unsupported)]
    return {
        end.value if isinstance(end, Returned) else end.exception for end in found if isinstance(end, Returned | Threw)
    }


def example(path: Path) -> ConcreteHeap:
    result = path.inputs()
    assert result is not None
    return result


@pytest.mark.parametrize("method", sample(RETURNS, 4))
def test_answers_of_the_machine_are_inputs(source: FilePath, method: str) -> None:
    run = explored(source, method)
    assert run.complete
    assert ends(run) == RETURNS[method]


@pytest.mark.parametrize("method", sample(REFUSED, 3))
def test_what_stays_a_constant_is_refused_by_name(source: FilePath, method: str) -> None:
    run = explored(source, method)
    assert not run.complete
    assert REFUSED[method] in {path.trace.end.what for path in run if isinstance(path.trace.end, Unsupported)}


@pytest.mark.parametrize("method", sample(MONITORS, 3))
def test_monitors_are_held_or_not(source: FilePath, method: str) -> None:
    run = explored(source, method)
    assert run.complete
    assert ends(run) == MONITORS[method]


@pytest.mark.parametrize("heap", ["summary", "lazy"])
@pytest.mark.parametrize("method", sample(["hashes", "twice", "other", "nano"], 4))
def test_other_models_agree(source: FilePath, method: str, heap: str) -> None:
    pose, other = explored(source, method), explored(source, method, heap)
    assert other.complete
    assert {path.trace.key for path in pose} == {path.trace.key for path in other}


@pytest.mark.parametrize(
    "method", sample(["random", "nano", "property", "twice", "hashes", "other", "mixed", "elapsed"], 4, first=1)
)
def test_examples_take_their_paths(source: FilePath, method: str) -> None:
    run = explored(source, method)
    for path in run:
        again = run_concretely(run.loaded.program, example(path), max_calls=80, max_steps=100_000)
        assert path_key(again.decisions, again.end) == path.trace.key


def test_inputs_are_named_by_place_and_order(source: FilePath) -> None:
    line = SOURCE.splitlines().index(next(each for each in SOURCE.splitlines() if "elapsed()" in each)) + 1
    names = {name for path in explored(source, "elapsed") for name in example(path).roots}
    assert names == {f"System.nanoTime()@Asked.java:{line}#{number}" for number in (1, 2)}


@pytest.mark.parametrize("method", ["nano", "hashes", "property", "order", "processors"])
def test_a_fixed_environment_has_constants(source: FilePath, method: str) -> None:
    run = explored(source, method, fixed=True)
    assert run.complete
    assert not any("@" in name or "(" in name for path in run for name in example(path).roots)
    assert any("--fixed-environment" in each for each in run.loaded.assumptions)


def test_calls_look_for_every_class_that_tells_about_the_machine() -> None:
    assert {name.partition("(")[0].rpartition(".")[0] for name in ASKED} <= ASKED_CLASSES


def test_assumptions_are_stated(source: FilePath) -> None:
    said = " ".join(loaded(source, "nano").assumptions)
    assert "room for another object" in said
    assert "one thread" in said
    assert "private and final fields are not changed by reflection" in said
    assert "constants" not in said


def test_no_test_is_written_where_the_machine_decides(source: FilePath) -> None:
    for method in ("nano", "property", "twoHashes"):
        run = explored(source, method)
        java = run.loaded.java
        assert java is not None
        access = Access(java.table.world, "")
        for path in run:
            result = attempt(path, access, Reachable(java, access))
            assert isinstance(result, NoTest)
            assert result.why is Why.ENVIRONMENT


@pytest.mark.parametrize("method", sample(["holding", "ofClass", "notifies", "left", "waits"], 3))
def test_the_jvm_says_the_same_of_monitors(source: FilePath, method: str, tmp_path: FilePath) -> None:
    takes = "" if method == "ofClass" else "new Object()"
    call = f"System.out.println(Asked.{method}({takes}));"
    text = f"class Call {{ public static void main(String[] a) throws Exception {{ {call} }} }}"
    (tmp_path / "Call.java").write_text(text)
    subprocess.run(["javac", "-d", tmp_path, source, tmp_path / "Call.java"], check=True, capture_output=True)
    done = subprocess.run(["java", "-cp", tmp_path, "Call"], capture_output=True, text=True, check=False)
    assert (MONITOR in done.stderr) is (MONITOR in MONITORS[method])
    assert (done.stdout.strip() == "1") is (1 in MONITORS[method])
