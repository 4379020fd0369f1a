"""Class objects that are inputs: distinguished once, and known from then on."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from native_calls import jdks

from sampling import sample
from symheap.api import JavaOptions, explore, load
from symheap.core.outcome import Returned, Threw
from symheap.core.terms import Op, Term

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

SOURCE = """
import java.lang.reflect.*;
class Unknown {
    interface Above<T> { }
    static class Holder<T> implements Above<T> { class Inner extends Holder<T> { } }
    static class Text extends Holder<String> implements Comparable<Text> { public int compareTo(Text t) { return 0; } }
    static class Plain extends Text { }
    static Class<?> parent(Class<?> c) { c.getInterfaces(); return c.getSuperclass(); }
    static int generic(Class<?> c) {
        int more = 0;
        for (Type t : c.getGenericInterfaces()) more += t instanceof ParameterizedType ? 1 : 0;
        boolean is = more == (c == Text.class ? 1 : c == Holder.class ? 1 : more);
        return is && (c != Plain.class || c.getGenericSuperclass() == Text.class) ? 1 : 1 / 0;
    }
    static int height(Class<?> c) {
        int n = 0;
        while (c != null) {
            Type t = c.getGenericSuperclass();
            c = t instanceof ParameterizedType ? (Class<?>) ((ParameterizedType) t).getRawType() : (Class<?>) t;
            n++;
        }
        return n;
    }
    static int local(Class<?> c) { return c.getEnclosingConstructor() == null ? 1 : 1 / 0; }
    static Class<?> found(Class<?> c) throws Exception { return Class.forName("Unknown", false, c.getClassLoader()); }
}
"""
OWN = ("Unknown$Holder", "Unknown$Holder$Inner", "Unknown$Plain")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("unknown")
    (made / "Unknown.java").write_text(SOURCE)
    subprocess.run([str(jdks()[0].javac()), "-proc:none", "-d", str(made), str(made / "Unknown.java")], check=True)
    return made


def ends(folder: Path, method: str) -> Iterator[object]:
    environ = {"SYMHEAP_CACHE": str(folder / "cache"), **os.environ}
    options = JavaOptions(jdk=str(jdks()[0].home), environ=environ, also=("java.lang.Class", *OWN))
    return (path.trace.end for path in explore(load(f"{folder / 'Unknown.class'}::{method}", options), as_papers=True))


def exception(end: object) -> str:
    assert isinstance(end, Returned | Threw), end
    return "" if isinstance(end, Returned) else end.exception


@pytest.mark.parametrize("method", sample(["generic", "height", "local"], 3))
def test_generic_types_of_any_class_are_found(folder: Path, method: str) -> None:
    thrown = [exception(end) for end in ends(folder, method)]
    assert {*thrown} <= {"", "java.lang.NullPointerException"}
    assert thrown.count("java.lang.NullPointerException") == (0 if method == "height" else 1)
    assert "" in thrown


def test_a_class_that_was_told_apart_has_one_parent(folder: Path) -> None:
    values = [end.value for end in ends(folder, "parent") if isinstance(end, Returned)]
    assert len(values) > len(OWN)
    assert all(isinstance(value, Term) and value.op in (Op.LOC, Op.NULL) for value in values)


def test_a_loader_that_is_not_known_is_one_decision(folder: Path) -> None:
    """The JDK's own classes have no loader, and find no others."""
    thrown = sorted(exception(end) for end in ends(folder, "found"))
    assert thrown == ["", "java.lang.ClassNotFoundException", "java.lang.NullPointerException"]
