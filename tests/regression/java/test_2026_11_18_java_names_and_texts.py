"""Boxes named after other objects, and texts of empty builders, which are no new objects."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path as FilePath

import pytest

from sampling import sample
from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import load
from symheap.objects.concrete import INITIAL
from symheap.objects.decisions import path_key
from symheap.objects.interpreter import run as run_concretely
from symheap.report.java.notation import notation_of
from symheap.session.run import Run, start
from symheap.solver.chain import default_chain
from symheap.testgen.access import Access
from symheap.testgen.building.known import KnownNames

BOXES = """
class Boxes {
    static Integer other = new Integer(70);
    static final Integer SAME = other;
    static final Long LONG = 1000L;
    static final Integer MADE = new Integer(5);
    static final Integer KEPT = 5;
    static final Boolean TRUTH = new Boolean(true);
    static final Character LETTER = new Character('x');
    static final Double REAL = 1.5;
    static final Integer[] ROW = { 200, 201 };

    static int longs(Object p) { return p == LONG ? 1 : 2; }
    static int made(Object p) { return p == MADE ? 1 : 2; }
    static int kept(Object p) { return p == KEPT ? 1 : 2; }
    static int truth(Object p) { return p == TRUTH ? 1 : 2; }
    static int real(Object p) { return p == REAL ? 1 : 2; }
    static int letter(Object p) { return p == LETTER ? 1 : 2; }
    static int row(Object p) { return p == ROW[1] ? 1 : 2; }
    static int same(Object p) { return p == SAME ? 1 : 2; }
}
"""
NAMES = {
    "longs": "Boxes.LONG",
    "made": "Boxes.MADE",
    "kept": "Integer.valueOf(5)",
    "truth": "Boxes.TRUTH",
    "real": "Boxes.REAL",
    "letter": "Boxes.LETTER",
    "row": "Boxes.ROW[1]",
    "same": "Boxes.SAME",
}

TEXTS = """
class Texts {
    static int builder(String s) { return new StringBuilder(s).toString() == "" ? 1 : 2; }
    static int two(String s, String t) { return new StringBuilder().append(s).append(t).toString() == "" ? 1 : 2; }
    static int nulls(String s) { return new StringBuilder().append(s).toString() == "" ? 1 : 2; }
    static int number(int k) { return new StringBuilder().append(k).toString() == "" ? 1 : 2; }
    static int real(double d) { return new StringBuilder().append(d).toString() == "" ? 1 : 2; }
    static int letter(char c) { return new StringBuilder().append(c).toString() == "" ? 1 : 2; }
    static int buffer(String s) { return new StringBuffer().append(s).toString() == "" ? 1 : 2; }
    static int part(String s) { return new StringBuilder(s).substring(0, 0) == "" ? 1 : 2; }
    static int rest(String s) { return s.substring(s.length()) == "" ? 1 : 2; }
    static int joined(String s) { return s.concat(s) == "" ? 1 : 2; }
    static int copied(String s) { return new String(s) == "" ? 1 : 2; }
    static int stripped(String s) { return s.length() < 2 && s.strip() == "" ? 1 : 2; }
    static int written(String s) {
        java.io.StringWriter w = new java.io.StringWriter();
        w.write(s);
        return w.toString() == "" ? 1 : 2;
    }
    static int again(String s) {
        StringBuffer b = new StringBuffer().append(s);
        b.toString();
        return b.toString() == "" ? 1 : 2;
    }
    static int plain(String s) {
        StringBuffer b = new StringBuffer();
        int first = b.toString() == "" ? 1 : 2, second = b.toString() == "" ? 10 : 20;
        return first + second + (b.append("").toString() == "" ? 100 : 200);
    }
    static int emptied(String s) {
        StringBuilder b = new StringBuilder("\\u1234");
        b.setLength(0);
        return b.toString() == "" ? 1 : 2;
    }
}
"""
METHODS = [line.split("(")[0].split()[-1] for line in TEXTS.splitlines() if line.startswith("    static int")]
HARNESS = """
class Call {
    public static void main(String[] names) throws Exception {
        Object[][] known = { { "", new String(""), "a", new String("ab"), null }, { 0, 7 }, { 0.0, 1.5 }, { 'a' } };
        for (var method : Texts.class.getDeclaredMethods()) {
            Class<?>[] types = method.getParameterTypes();
            var kinds = java.util.List.of(String.class, int.class, double.class, char.class);
            Object[] values = known[kinds.indexOf(types[0])];
            var ends = new java.util.TreeSet<String>();
            for (Object first : values)
                for (Object second : types.length > 1 ? values : new Object[1])
                    try {
                        Object[] args = { first, second };
                        ends.add("" + method.invoke(null, java.util.Arrays.copyOf(args, types.length)));
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        ends.add(e.getCause().getClass().getName());
                    }
            System.out.println(method.getName() + " " + String.join(" ", ends));
        }
    }
}
"""
ROOM = "java.lang.OutOfMemoryError"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> FilePath:
    folder = tmp_path_factory.mktemp("names")
    for name, text in (("Boxes", BOXES), ("Texts", TEXTS), ("Call", HARNESS)):
        (folder / f"{name}.java").write_text(text)
    return folder


@pytest.fixture(scope="module")
def on_jvm(sources: FilePath) -> dict[str, set[str]]:
    into = sources / "classes"
    subprocess.run(
        ["javac", "-d", into, sources / "Texts.java", sources / "Call.java"], check=True, capture_output=True
    )
    done = subprocess.run(["java", "-cp", into, "Call"], capture_output=True, text=True, check=True)
    return {name: set(ends) for name, *ends in (line.split() for line in done.stdout.splitlines())}


@cache
def explored(source: FilePath, method: str, heap: str = "pose") -> Run:
    loaded = load(f"{source}::{source.stem}::{method}", JavaOptions(environ=os.environ))
    run = start(loaded, heap, default_chain(), Bounds(timeout=60))
    run.paths()
    assert run.complete
    return run


def ends(run: Run) -> set[str]:
    found = [path.trace.end for path in run]
    assert not [end for end in found if isinstance(end, Unsupported)]
    return {
        end.exception if isinstance(end, Threw) else str(end.value)
        for end in found
        if isinstance(end, Returned | Threw)
    }


@pytest.mark.parametrize("method", sample(NAMES, 3))
def test_only_boxes_that_are_kept_are_called_by_their_value(sources: FilePath, method: str) -> None:
    run = explored(sources / "Boxes.java", method)
    assert ends(run) == {"1", "2"}
    java = run.loaded.java
    assert java is not None
    taken = [path for path in run if isinstance(path.trace.end, Returned) and path.trace.end.value == 1]
    given = [example.roots["p"] for path in taken if (example := path.inputs()) is not None]
    (number,) = {int(each) for each in given}
    assert number >= INITIAL
    assert notation_of(java).known(number) == NAMES[method]


@pytest.mark.parametrize("method", [name for name in NAMES if name != "row"])
def test_tests_refer_to_the_same_object(sources: FilePath, method: str) -> None:
    run = explored(sources / "Boxes.java", method)
    java = run.loaded.java
    assert java is not None
    known = KnownNames(java.table.initial, Access(java.table.world, ""))
    for path in run:
        example = path.inputs()
        number = 0 if example is None else int(example.roots["p"])
        if number >= INITIAL:
            code = known.code(number)
            assert code is not None
            assert str(code[-1]) == (")" if method == "kept" else f".{NAMES[method].partition('.')[2]}")


@pytest.mark.parametrize("method", sample(METHODS, 4))
def test_texts_of_empty_builders_are_those_of_the_jdk(
    sources: FilePath, on_jvm: dict[str, set[str]], method: str
) -> None:
    assert ends(explored(sources / "Texts.java", method)) - {ROOM} == on_jvm[method]


@pytest.mark.parametrize("method", ["nulls", "two", "buffer", "again", "number", "plain"])
def test_examples_take_their_paths(sources: FilePath, method: str) -> None:
    run = explored(sources / "Texts.java", method)
    for path in run:
        example = path.inputs()
        assert example is not None
        again = run_concretely(run.loaded.program, example, max_calls=80, max_steps=100_000)
        assert path_key(again.decisions, again.end) == path.trace.key


@pytest.mark.parametrize("heap", ["summary", "lazy"])
@pytest.mark.parametrize("method", sample(["builder", "two", "again"], 3))
def test_other_models_agree(sources: FilePath, method: str, heap: str) -> None:
    pose, other = (explored(sources / "Texts.java", method, each) for each in ("pose", heap))
    assert {path.trace.key for path in pose} == {path.trace.key for path in other}
