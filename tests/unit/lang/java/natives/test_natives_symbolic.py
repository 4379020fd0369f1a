"""Models on symbolic values: one path per case, and a name if there is no answer."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from native_calls import jdks
from path_ends import ends_of

from symheap.api import JavaOptions, load

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

SOURCE = """
import java.util.*;
import java.util.concurrent.atomic.*;
class Symbolic {
    static int abs(int x) { return Math.abs(x) < 0 ? 1 : 0; }
    static int least(int a, int b) { return Math.min(a, b); }
    static double root(double x) { return Math.sqrt(x); }
    static double sine(double x) { return Math.sin(x); }
    static int index(int i) { return Objects.checkIndex(i, 4); }
    static Object get(int i) { List<Object> l = new ArrayList<>(); l.add("a"); l.add("b"); return l.get(i); }
    static void insert(int i) { new ArrayList<Object>().add(i, "x"); }
    static String message(int i, double d) { return new StringBuilder("i").append(i).append(',').append(d).toString(); }
    static int length(int i) { return new StringBuilder("i=").append(i).length(); }
    static String reversed(String s) { StringBuilder b = new StringBuilder();
        if (s.length() == 2) { b.append(s.charAt(1)).append(s.charAt(0)); } return b.toString(); }
    static int atomic(int i) { AtomicInteger a = new AtomicInteger(i); return a.compareAndSet(5, 6) ? a.get() : 0; }
    static int atomicElement(AtomicIntegerArray a, int i) { return a.incrementAndGet(i) == a.get(i) ? 1 : 0; }
    static boolean atomicSlot(AtomicReferenceArray<Object> a) { return a.compareAndSet(0, null, a); }
    static int lengths(int[] a) { return java.lang.reflect.Array.getLength(a); }
    static int lengthOf(Object o) { return java.lang.reflect.Array.getLength(o); }
    static int handle(int[] a) {
        return (int) java.lang.invoke.MethodHandles.arrayElementVarHandle(int[].class).getVolatile(a, 0); }
    static String zone(boolean own) { return (own ? TimeZone.getDefault() : TimeZone.getTimeZone("CET")).getID(); }
    static int cloned(int[] a) { int[] b = a.clone(); return b == a ? 1 : 0; }
    static int hash() { Object o = new Object(); return o.hashCode() == System.identityHashCode(o) ? 1 : 0; }
    interface Item { }
    static class Pen implements Item, Cloneable { int ink; Object copy() throws Exception { return clone(); } }
    static class Fountain extends Pen { int nib; } @Deprecated static class Book implements Item { }
    static String name(Item i) { return i.getClass().getName(); }
    static boolean kinds(Class<?> c) { return c.isInterface() | c.isArray() | c.isPrimitive() | c.isEnum(); }
    static boolean above(Item i) { return i.getClass().getSuperclass() == Pen.class; }
    static boolean inside(Class<?> c, Item i) { return c.isInstance(i); }
    static Object copied(Pen p) throws Exception { return p.copy(); }
    static int interfaces(Item i) { return i.getClass().getInterfaces().length; }
    static Object annotation(Class<?> c) { return c.getAnnotation(Deprecated.class) == null; }
    static boolean pattern(String s) { return "x".matches(s); }
    static int print(int i) { System.out.println("x" + i); return i; }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("symbolic")
    (made / "Symbolic.java").write_text(SOURCE)
    javac = str(jdks()[0].javac())
    subprocess.run([javac, "-proc:none", "-d", str(made), str(made / "Symbolic.java")], check=True)
    return made


def ends(folder: Path, method: str) -> list[str]:
    """Return the ends of a method's paths, sorted."""
    options = JavaOptions(jdk=str(jdks()[0].home), environ={"SYMHEAP_CACHE": str(folder / "cache"), **os.environ})
    return ends_of(load(f"{folder / 'Symbolic.class'}::{method}", options))


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("abs", ["return", "return"]),
        ("least", ["return"]),
        ("root", ["return"]),
        ("sine", ["return"]),
        ("index", ["IndexOutOfBoundsException", "IndexOutOfBoundsException", "return"]),
        ("get", ["IndexOutOfBoundsException", "IndexOutOfBoundsException", "return"]),
        ("insert", ["IndexOutOfBoundsException", "IndexOutOfBoundsException", "return"]),
        ("message", ["return"]),
        ("length", ["return"]),
        ("reversed", ["NullPointerException", "return", "return"]),
        ("atomic", ["return", "return"]),
        ("atomicElement", ["ArrayIndexOutOfBoundsException", *["NullPointerException"] * 2, "return"]),
        ("atomicSlot", ["ArrayIndexOutOfBoundsException", *["NullPointerException"] * 2, "return", "return"]),
        ("lengths", ["NullPointerException", "return"]),
        ("lengthOf", ["IllegalArgumentException", "NullPointerException", "return"]),
        ("handle", ["unsupported: java.lang.invoke.VarHandle.getVolatile"]),
        ("zone", ["return", "unsupported: java.util.TimeZone.getID"]),
        ("cloned", ["NullPointerException", "return"]),
        ("hash", ["return"]),
        ("name", ["NullPointerException", "return"]),
        ("kinds", ["NullPointerException", "return"]),
        ("above", ["NullPointerException", "return", "return"]),
        ("inside", ["NullPointerException", "return"]),
        ("copied", ["NullPointerException", "return", "return"]),
        ("interfaces", ["NullPointerException", "return", "return", "return"]),
        (
            "annotation",
            ["NullPointerException", "return", "unsupported: java.lang.Class.getAnnotation of an annotated class"],
        ),
        ("print", ["return"]),
        ("pattern", ["NullPointerException", "unsupported: java.util.regex.Pattern.compile of a symbolic text"]),
    ],
)
def test_paths(folder: Path, method: str, expected: list[str]) -> None:
    assert ends(folder, method) == expected
