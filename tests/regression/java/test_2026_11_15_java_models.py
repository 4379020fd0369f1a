"""Models that differed from the JVM: classes by name, context loaders, powers, 2026-11-15."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from symheap.api import explore
from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.core.theories.ieee import double, double_bits
from symheap.core.types import ClassTable
from symheap.engine.bounds import Bounds
from symheap.lang.java.natives import MODELS
from symheap.lang.java.natives.maths import _guesses
from symheap.lang.java.options import JavaOptions
from symheap.lang.java_programs import ASSUMED
from symheap.objects.concrete import ConcreteHeap
from symheap_testing.java.jvm.call import HeapObject, Value
from symheap_testing.java.walk import Walk, text_here

SOURCE = """
public class Models {
    static int log;
    static int bump(int k) { log = log * 10 + k; return k; }
    interface WithDefault { int X = bump(1); default int d() { return 1; } }
    interface Without { int Y = bump(9); }
    static class K implements WithDefault { }
    static class N implements Without { }
    static class Used { static int used = bump(5); }

    static boolean missing(String name, String message) {
        try { Class.forName(name); return false; } catch (ClassNotFoundException e) {
            return e.getMessage().equals(message);
        }
    }
    static boolean malformed() {
        return missing("[int", "[int") && missing("[", "[") && missing("[V", "[V") && missing("[I;", "[I;")
            && missing("[L;", "[L;") && missing("[Lno.Such;", "no.Such") && missing("[[Lno.Such;", "no.Such")
            && missing("[Ljava.lang.String", "[Ljava/lang/String") && missing("[Lint;", "int")
            && missing("[Ljava/lang/String;", "[Ljava/lang/String;") && missing("[L[I;;", "[L[I;;")
            && missing("a..b", "a//b") && missing("", "") && missing("a\\0b", "a\\0b")
            && missing("a".repeat(280), "a".repeat(280))
            && missing("[".repeat(256) + "I", "[".repeat(256) + "I");
    }
    static boolean arrays() throws Exception {
        return Class.forName("[I") == int[].class && Class.forName("[[J") == long[][].class
            && Class.forName("[LModels;") == Models[].class;
    }
    static boolean bootstrap() throws Exception {
        try { Class.forName("[LModels;", false, null); return false; } catch (ClassNotFoundException e) { }
        return Class.forName("[Ljava.lang.String;", false, null) == String[].class;
    }
    static int withDefault() throws Exception { Class.forName("Models$K"); return log; }
    static int without() throws Exception { Class.forName("Models$N"); return log; }
    static int own() throws Exception { return Class.forName("Models") == Models.class ? 1 : 0; }
    static int given(Used u) throws Exception { return Class.forName("Models$Used") == Used.class ? 1 : 0; }

    static boolean context() {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        return system != null && Thread.currentThread().getContextClassLoader() == system;
    }
    static int ofClass() throws Exception { Class.class.newInstance(); return 1; }

    static int cubic(double a) { return Math.cbrt(a) == -2 ? 1 : 2; }
    static int power(double a) { return Math.pow(a, 3) == 8 ? 1 : 2; }
    static int even(double a) { return a < 0 && Math.pow(a, 2) == 9 ? 1 : 2; }
    static int hypotenuse(double a) { return Math.hypot(a, 4) == 5 ? 1 : 2; }
    static int negative(double a, double b) { return Math.hypot(a, b) < 0 ? 1 : 2; }
    static int infinite(double a, double b) { return b != b && Math.hypot(a, b) > 9 ? 1 : 2; }
    static int remainder(double a) { return Math.IEEEremainder(a, 2) == -1 ? 1 : 2; }
}
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "Models.java"
    path.write_text(SOURCE)
    return path


def ends(source: Path, method: str) -> set[str]:
    """Return the results, exceptions and refusals of all paths, with classes initialised at their first use."""
    options = JavaOptions(environ=os.environ, first_use=True)
    run = explore(f"{source}::{method}", "pose", bounds=Bounds(max_loop=300), java=options)
    items: set[str] = set()
    for path in run:
        match path.trace.end:
            case Returned(value):
                items.add(str(value))
            case Threw() as end:
                items.add(end.exception.rpartition(".")[2])
            case Unsupported(what):
                items.add(what)
            case other:
                items.add(type(other).__name__)
    return items


# Classes


@pytest.mark.parametrize("method", ["malformed", "arrays", "bootstrap", "context"])
def test_what_a_jvm_says_of_names_and_loaders(source: Path, method: str) -> None:
    assert ends(source, method) == {"True"}


def test_the_initialiser_of_a_superinterface_with_default_methods_is_not_skipped(source: Path) -> None:
    assert ends(source, "withDefault") == {"1"}
    assert ends(source, "without") == {"0"}


@pytest.mark.parametrize("method", ["own", "given"])
def test_a_class_that_was_initialised_before_the_call_may_be_asked_for(source: Path, method: str) -> None:
    assert ends(source, method) == {"1"}


def test_nobody_makes_an_object_of_class_class(source: Path) -> None:
    assert ends(source, "ofClass") == {"IllegalAccessException"}


# Numbers


@pytest.mark.parametrize("method", ["cubic", "power", "even", "hypotenuse", "infinite", "remainder"])
def test_arguments_are_found_for_a_result(source: Path, method: str) -> None:
    assert ends(source, method) == {"1", "2"}


def test_no_hypotenuse_is_negative(source: Path) -> None:
    assert ends(source, "negative") == {"2"}


@pytest.mark.parametrize(
    ("name", "result", "expected"),
    [
        ("cbrt(D)D", -2.0, (-8.0,)),
        ("pow(DD)D", 64.0, (4.0, 3.0)),
        ("pow(DD)D", 64.0, (-8.0, 2.0)),
        ("pow(DD)D", -27.0, (-3.0, 3.0)),
        ("pow(DD)D", 1024.0, (2.0, 10.0)),
        ("hypot(DD)D", 5.0, (4.0, 3.0)),
        ("IEEEremainder(DD)D", -1.0, (-1.0, 2.0)),
    ],
)
def test_guesses(name: str, result: float, expected: tuple[float, ...]) -> None:
    assert f"java.lang.Math.{name}" in MODELS
    assert expected in [tuple(map(double, guess)) for guess in _guesses(name)(double_bits(result))]


# What is said, and how witnesses are looked at


def test_the_assumption_about_loggers_says_that_messages_are_not_formatted() -> None:
    assert any("log messages are not formatted" in each for each in ASSUMED)


def test_a_string_that_nobody_has_read_is_empty() -> None:
    heap = ConcreteHeap(ClassTable(()))
    assert text_here(heap, heap.new("java.lang.String")) == ""


@pytest.mark.parametrize(("array", "same"), [(0, True), (7, False)])
def test_a_builder_that_nobody_has_looked_into_has_no_array(array: int, same: bool) -> None:
    heap = ConcreteHeap(ClassTable(()))
    fields: Mapping[str, Value] = {"value": Value("ref", array)}
    there = HeapObject("java.lang.StringBuilder", fields=dict(fields))
    walk = Walk(heap, {5: there}, lambda name: {}, str)
    assert (walk._text(heap.new("java.lang.StringBuilder"), there) is None) == same


def test_a_builder_that_no_constructor_has_seen_may_count_more_than_it_has() -> None:
    heap = ConcreteHeap(ClassTable(()))
    array, builder = heap.new_array("[B", 1), heap.new("java.lang.StringBuilder")
    heap.own(builder).fields.update(value=array, count=3, coder=2)
    fields = {"value": Value("ref", 7), "count": Value("int", 3), "coder": Value("byte", 2)}
    there = HeapObject("java.lang.StringBuilder", fields=fields)
    for element, same in ((0, True), (1, False)):
        walk = Walk(heap, {5: there, 7: HeapObject("[B", elements=(element,))}, lambda name: {}, str)
        assert (walk._text(builder, there) is None) == same
