"""A Java program to be called, the JDKs to call it with, and short names for the parts of calls."""

from __future__ import annotations

import atexit
import os
import shutil
import struct
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from symheap_testing.java.jvm.driver import Call, CallOutcome, HeapObject, Jvm, Kind, Value, units
from symheap_testing.java.sources import some_jdk

OLDEST = 17

PRIMITIVES: tuple[Kind, ...] = ("boolean", "byte", "short", "char", "int", "long", "float", "double")

SOURCE = r"""
package subject;

import java.util.*;

class Node { private Node next; final int val; Node(int v) { val = v; throw new Error("never run"); }
    static void swap(Node a) { Node b = a.next; Node c = b.next; b.next = a; a.next = c; }
    Node fresh() { Node made = new Node(this); made.next = new Node(made); return made; }
    private Node(Node n) { val = 9; next = n; }
    static boolean same(Node a, Node b) { return a == b; }
    int len() { int n = 0; for (Node at = this; at != null; at = at.next) n++; return n; } }
class Base { int x = 1; int own() { return x; } int who() { return 1; } }
class Derived extends Base { int x = 2; @Override int who() { return 2; } int both() { return 10 * super.x + x; } }
record Point(int x, long y, String name) { long sum() { return x + y; } }
enum Color { RED, GREEN { @Override int twice() { return 2 * n; } }; int n = 4; int twice() { return n; } }
interface Shape { default int sides() { return 3; } }
class Triangle implements Shape { }
class Kinds { boolean z; byte b; short s; char c; int i; long j; float f; double d; Object o; }
class Counter { static int count; static final List<String> LOG = new ArrayList<>(); static Object any = "any";
    static int next() { return ++count; } }
class Broken { static int x = 1 / Integer.parseInt("0"); static int get() { return x; } }
class Main {
    static double third(float f, double d) { return d; }
    static float flip(float f) { return f; }
    static void fill(boolean[] z, byte[] b, short[] s, char[] c, int[] i, long[] j, float[] f, double[] d, Object[] o) {
        z[0] = !z[0]; b[0]++; s[0]++; c[0]++; i[0]++; j[0]++; f[1] = f[0]; d[1] = d[0]; o[0] = o[1]; o[1] = i; }
    static String join(String a, String b) { return a + b; }
    static boolean literal(String a) { return a == "lit\u00e9"; }
    static int colour(Color c) { return c.twice() + (c == Color.GREEN ? 100 : 0); }
    static boolean isString(Class<?> c) { return c == String.class; }
    static int divide(int a, int b) {
        return a / b; }
    static int check(int a) { assert a > 0 : "positive"; return a; }
    static void fail(String s) { throw new IllegalStateException(s); }
    static void rethrow(RuntimeException e) { throw e; }
    static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
    static void forever() { while (true) { } }
    static int greedy() { List<long[]> all = new ArrayList<>(); while (true) all.add(new long[1 << 18]); }
    static int small() { Object[] last = null; while (true) last = new Object[] { last }; }
    static void exit(int code) { System.exit(code); }
    static int noise() throws Exception { System.out.println("{\"kind\":\"return\"}"); System.err.print("x");
        new java.io.FileOutputStream(java.io.FileDescriptor.out).write("half a line".getBytes());
        return System.in.read(); }
    static int varargs(Object... all) { return all.length; }
    static Object many(int n) { Object[] o = null; for (int i = 0; i < n; i++) o = new Object[] { o }; return o; }
    static Map<String, Integer> map(String k) { Map<String, Integer> m = new HashMap<>(); m.put(k, 7); return m; }
    static void thread() { new Thread(() -> { while (true) { } }).start(); }
    static boolean cached(Integer i) { return i == Integer.valueOf(5); }
    static Object load() { return Thread.currentThread(); }
}
"""


def found_jdks() -> list[Path]:
    """The JDK of this environment and its neighbours, of the versions that the driver is for."""
    jdk = some_jdk()
    if jdk is None:
        return []
    home = Path(os.path.realpath(jdk.javac())).parents[1]
    homes = {Path(os.path.realpath(path)).parents[1] for path in home.parent.glob("*/bin/javac")} | {home}
    return sorted(home for home in homes if version(home) >= OLDEST)


def version(home: Path) -> int:
    release = (home / "release").read_text() if (home / "release").exists() else ""
    number = release.partition('JAVA_VERSION="')[2].partition('"')[0].partition(".")[0]
    return int(number) if number.isdigit() else 0


JDKS = found_jdks()


@cache
def compiled(home: Path) -> Path:
    """Return the folder of the compiled program, removed at exit."""
    folder = Path(tempfile.mkdtemp(prefix="symheap-subject-"))
    atexit.register(shutil.rmtree, folder)
    source = folder / "Main.java"
    source.write_text(SOURCE, encoding="utf-8")
    options = ["-J-XX:TieredStopAtLevel=1", "-encoding", "UTF-8", "-d"]
    subprocess.run([home / "bin/javac", *options, folder, source], check=True, timeout=60)
    return folder


def jvm_of(home: Path, seconds_per_call: float = 20.0) -> Jvm:
    java, javac = str(home / "bin/java"), str(home / "bin/javac")
    return Jvm(java, javac, [str(compiled(home))], memory_mb=64, seconds_per_call=seconds_per_call)


def main(method: str, descriptor: str, *arguments: Value, **heap: HeapObject) -> Call:
    """Return a call of a static method of Main; the heap's objects are given as o1, o2, ..."""
    objects = {int(name[1:]): obj for name, obj in heap.items()}
    return Call("subject.Main", method, descriptor, arguments=arguments, heap=objects)


def ref(number: int) -> Value:
    return Value("ref", number)


def integer(value: int) -> Value:
    return Value("int", value)


def node(after: int, val: int) -> HeapObject:
    return HeapObject("subject.Node", {"next": ref(after), "val": integer(val)})


def text(value: str) -> HeapObject:
    return HeapObject("java.lang.String", string=units(value))


def float_bits(value: float) -> int:
    return int(struct.unpack("<i", struct.pack("<f", value))[0])


def returned(outcome: CallOutcome) -> int:
    assert outcome.kind == "return", outcome
    assert outcome.value is not None
    return outcome.value.bits


def thrown_class(outcome: CallOutcome) -> str:
    assert outcome.kind == "throw", outcome
    assert outcome.thrown is not None
    return outcome.thrown.class_name


def kind_of(class_name: str, field_name: str) -> str:
    """Return the kind of a field of `subject.Kinds`."""
    return dict(zip("zbscijfdo", (*PRIMITIVES, "ref"), strict=True))[field_name]
