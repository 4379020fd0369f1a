"""Reflection, resources, buffers and writers on symbolic values: no path that the program does not have."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from native_calls import jdks
from path_ends import ends_of

from symheap.api import JavaOptions, load
from symheap.lang.java.classfile.access import PRIVATE, PROTECTED, PUBLIC
from symheap.lang.java.files.classpath import ClassPath, open_entry
from symheap.lang.java.natives.reflection.access import may_access
from symheap.lang.java.world import World

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

SOURCE = """
import java.io.*;
import java.lang.reflect.*;
import java.nio.ByteBuffer;
class Reflected {
    static class Item { public Item() { } public int twice(int x) { return 2 * x; } private int own() { return 1; } }
    static class Hidden { Hidden(int a) { } }
    static abstract class Half { public Half() { } }
    static class Late { static int count; static { count++; } }
    static boolean has(Class<?> c) {
        try { c.getConstructor(); return true; } catch (NoSuchMethodException e) { return false; }
    }
    static int found(Object o, boolean b) throws Exception {
        Class<?> c = b ? Item.class : Hidden.class;
        return c.getMethod("hashCode").getDeclaringClass() == Object.class ? 1 : 1 / 0;
    }
    static int called(Item i, int x) throws Exception {
        int y = (Integer) Item.class.getMethod("twice", int.class).invoke(i, x);
        return y == 2 * x ? 1 : 1 / 0;
    }
    static Object named(String s) throws Exception { return Item.class.getMethod(s); }
    static int started() throws Exception {
        return Class.forName("Reflected$Late") == null ? 0 : Late.count == 1 ? 1 : 1 / 0;
    }
    static Object resource(String s) { return Reflected.class.getResource(s); }
    static Object present() { return Reflected.class.getResource("Reflected.class"); }
    static int buffer(int n, int x, short s, byte b) {
        ByteBuffer all = ByteBuffer.allocate(n).put(b).putInt(x).putShort(s);
        byte[] array = all.array();
        boolean same = array[0] == b && array[1] == (byte) (x >> 24) && array[4] == (byte) x && array[6] == (byte) s;
        return same ? 1 : 1 / 0;
    }
    static String written(double d, String s) {
        StringWriter text = new StringWriter(); PrintWriter out = new PrintWriter(text);
        out.println("d=" + d); out.print(s); out.close(); out.print(d);
        return text.toString();
    }
    static int shown(double d) {
        PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out));
        out.print("" + d); out.println(d); out.flush();
        return 1;
    }
    static int length(double d) {
        StringWriter text = new StringWriter(); new PrintWriter(text).print(d);
        return text.toString().length();
    }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("reflected")
    (made / "Reflected.java").write_text(SOURCE)
    javac = str(jdks()[0].javac())
    subprocess.run([javac, "-proc:none", "-d", str(made), str(made / "Reflected.java")], check=True)
    return made


def ends(folder: Path, method: str) -> list[str]:
    """Return the ends of a method's paths, sorted."""
    options = JavaOptions(jdk=str(jdks()[0].home), environ={"SYMHEAP_CACHE": str(folder / "cache"), **os.environ})
    return ends_of(load(f"{folder / 'Reflected.class'}::{method}", options))


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("has", ["NullPointerException", "return", "return"]),
        ("found", ["return", "return"]),
        ("named", ["NullPointerException", "unsupported: java.lang.Class.getMethod of a symbolic value"]),
        ("started", ["return"]),
        ("resource", ["NullPointerException", "unsupported: java.lang.Class.getResource of a symbolic value"]),
        ("present", ["unsupported: java.lang.ClassLoader.getResource of Reflected.class"]),
        ("written", ["return", "return"]),
        ("shown", ["return"]),
        ("length", ["unsupported: contents of a string that was put together from symbolic parts"]),
    ],
)
def test_paths(folder: Path, method: str, expected: list[str]) -> None:
    assert ends(folder, method) == expected


def test_a_value_goes_through_a_reflective_call_unchanged(folder: Path) -> None:
    """There are paths for the cached boxes, and for a null receiver."""
    assert set(ends(folder, "called")) == {"return", "NullPointerException"}


def test_what_a_buffer_of_any_size_was_given_is_in_its_array(folder: Path) -> None:
    outcomes = ends(folder, "buffer")
    assert outcomes == ["BufferOverflowException"] * 3 + ["IllegalArgumentException", "return"]


def test_access_is_decided_by_package_nest_and_inheritance(folder: Path) -> None:
    jdk = jdks()[0]
    world = World(ClassPath((open_entry(folder, jdk.feature),), jdk))
    item, half = world.find("Reflected$Item"), world.find("Reflected$Half")
    java_object = world.find("java.lang.Object")
    assert may_access(world, "Reflected", item, PRIVATE)
    assert may_access(world, "Reflected", half, 0)
    assert not may_access(world, "java.lang.String", item, PUBLIC)
    assert may_access(world, "Reflected", java_object, PUBLIC)
    assert not may_access(world, "Reflected", java_object, 0)
    assert not may_access(world, "Reflected", java_object, PROTECTED, lambda: "Reflected$Item")
    assert may_access(world, "Reflected", java_object, PROTECTED, lambda: "Reflected")
