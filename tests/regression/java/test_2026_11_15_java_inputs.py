"""Inputs and initialised classes: paths that were missed or invented on 2026-11-15."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from symheap.api import explore
from symheap.core.outcome import Returned, Threw
from symheap.engine.bounds import Bounds
from symheap.heap.registry import MODELS
from symheap.lang.java.options import JavaOptions

SOURCE = """
import java.time.Duration;

public class Inputs {
    static class A { String f; Object g() { return f; } }
    static class B { Integer f; Object g() { return f; } }
    static class Box { Object[] a; }
    static final String HASHED = "abc";
    static final int HASH = HASHED.hashCode();

    static boolean statics(Duration d) { return d != null && d.multipliedBy(0) == null; }

    static int fields(boolean which, Object x, A a, B b) {
        if (a == null || b == null) return 0;
        Object y = which ? a : x;
        if (y instanceof A && ((A) y).f == null) return 2;
        if (x instanceof B && ((B) x).f != null) return 1;
        return 3;
    }

    static int stores(Box p, Box q, Object[] z) {
        if (p == null || q == null) return 0;
        p.a = new StringBuilder[3];
        q.a = z;
        Object[] t = p.a;
        if (t == null || t.length < 1) return 1;
        t[0] = "no";
        return 2;
    }

    static int contents(byte[] b) {
        if (b == null || b.length == 0) return 0;
        b[0] = 66;
        return "A".equals("A") ? 1 : 2;
    }

    static int hashed(String s) {
        if (s == null) return 0;
        s.hashCode();
        return s == HASHED ? 1 : 2;
    }

    static int[] numbers = {1, 0};
    static int written(int[] b, int i) {
        if (b == null || i == 0 || i >= b.length || i < 0) return 0;
        b[i] = 7;
        return numbers[0] != 1 ? 1 / 0 : 2;
    }

    static int copied() {
        char[] a = {'x'};
        short[] s = {1};
        System.arraycopy(a, 0, s, 0, 1);
        return s[0];
    }

    static class Slot { RuntimeException e; }
    static void rethrown(Slot p, Slot q, int[] a) {
        if (p == null || q == null || a == null) return;
        try { a[0]++; } catch (ArrayIndexOutOfBoundsException e) {
            p.e = e;
            q.e = null;
            if (p.e != null) throw p.e;
        }
    }

    class Inner { int outer() { return numbers.length + Inputs.this.hashCode(); } }

    static int classes(Class<?> c) { return c == Runnable.class ? 1 : c == int.class ? 2 : 3; }
}
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("inputs") / "Inputs.java"
    path.write_text(SOURCE)
    return path


def ends(source: Path, method: str, heap: str) -> Counter[str]:
    """Count the paths by result or exception."""
    run = explore(f"{source}::{method}", heap, bounds=Bounds(max_loop=4), java=JavaOptions(environ=os.environ))
    counts: Counter[str] = Counter()
    for path in run:
        end = path.trace.end
        if isinstance(end, Returned):
            counts[str(end.value)] += 1
        elif isinstance(end, Threw):
            counts[end.exception.rpartition(".")[2]] += 1
    return counts


@pytest.mark.parametrize("heap", MODELS)
def test_static_fields_of_a_class_of_the_jdk_whose_object_is_an_input_are_initialised(source: Path, heap: str) -> None:
    assert "True" not in ends(source, "statics", heap)


@pytest.mark.parametrize("heap", MODELS)
def test_fields_of_one_name_in_unrelated_classes_are_different_places(source: Path, heap: str) -> None:
    assert {"0", "1", "2", "3"} <= set(ends(source, "fields", heap))


@pytest.mark.parametrize("heap", MODELS)
def test_an_array_of_a_class_that_no_input_has_checks_what_is_stored(source: Path, heap: str) -> None:
    assert ends(source, "stores", heap)["ArrayStoreException"] >= 1


@pytest.mark.parametrize("heap", MODELS)
def test_the_contents_of_a_string_are_nobody_elses(source: Path, heap: str) -> None:
    assert set(ends(source, "contents", heap)) == {"0", "1"}


@pytest.mark.parametrize("heap", ["pose", "summary"])
def test_an_input_may_be_a_string_that_has_been_asked_for_its_hash(source: Path, heap: str) -> None:
    assert {"0", "1", "2"} <= set(ends(source, "hashed", heap))


@pytest.mark.parametrize("heap", MODELS)
def test_class_objects_of_interfaces_and_primitives_are_inputs_too(source: Path, heap: str) -> None:
    assert set(ends(source, "classes", heap)) == {"1", "2", "3"}


@pytest.mark.parametrize("heap", MODELS)
def test_an_element_of_an_input_that_is_a_static_array_is_what_that_holds(source: Path, heap: str) -> None:
    assert "ArithmeticException" not in ends(source, "written", heap)


@pytest.mark.parametrize("heap", MODELS)
def test_characters_are_not_copied_to_short_integers(source: Path, heap: str) -> None:
    assert ends(source, "copied", heap) == {"ArrayStoreException": 1}


@pytest.mark.parametrize("heap", MODELS)
def test_the_outer_object_is_not_null(source: Path, heap: str) -> None:
    assert "NullPointerException" not in ends(source, "Inputs$Inner::outer", heap)


@pytest.mark.parametrize("heap", MODELS)
def test_an_exception_that_was_stored_is_thrown_as_the_one_that_it_is(source: Path, heap: str) -> None:
    assert set(ends(source, "rethrown", heap)) == {"0", "ArrayIndexOutOfBoundsException"}
