"""A Java program that uses many features of class files, compiled once per process on demand."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from symheap.lang.java.errors import NotFound
from symheap.lang.java.files.javac import CompiledSources, compile_sources
from symheap.lang.java.files.jdk import Jdk, find_jdk

SAMPLE = r"""
package odd;

import java.util.List;
import java.util.function.Supplier;

public class Odd<T extends Comparable<T>> extends java.util.ArrayList<T> implements Supplier<List<? super T>> {
    static final long LONG = Long.MIN_VALUE;
    static final float FLOAT = 1.5f;
    static final double DOUBLE = Double.NaN;
    static final String TEXT = "q\"'\\\n\t\b\f\r\u0001\u0000 \u00e9 \ud83d\ude00 \ud800";
    static final boolean YES = true;
    List<? extends Number> numbers;

    record Point(int x, List<String> names) {}
    enum Letter { A, B { int value() { return 2; } }; int value() { return 1; } }
    interface Shape { default int sides() { return corners(); } int corners(); }
    class Inner { int seen = size(); }

    public List<? super T> get() { return null; }
    double doubles(double d) { return d * 1e300 + Double.NEGATIVE_INFINITY; }
    float floats(float f) { return f + 1.1f; }
    long longs(long l) { return (l >>> 3) ^ 123456789012L; }
    String text(int i, Object o) { return TEXT + i + o + this; }
    Runnable lambda(int n) { return () -> System.out.println(n); }
    Supplier<Object> reference() { return Object::new; }
    int strings(String s) { switch (s) { case "a": return 1; case "bb": return 2; default: return -1; } }
    int dense(int i) { switch (i) { case -1: return 3; case 0: return 1; case 1: return 4; default: return 0; } }
    int enums(Letter l) { switch (l) { case A: return 1; default: return 0; } }
    Object arrays(int n) {
        int[][][] cube = new int[n][n][];
        boolean[] flags = new boolean[3];
        Object[] rows = new int[3][];
        return flags[0] ? cube : rows;
    }
    synchronized int guarded() throws java.io.IOException {
        synchronized (this) {
            try { return Integer.parseInt("1"); }
            catch (NumberFormatException | NullPointerException e) { return 2; }
            finally { System.gc(); }
        }
    }
    Class<?> literal() { return String[][].class; }
    int immediates(int x) { x += 1000; x++; return x + 100000 + -32768 + -128 + 0x7fffffff; }
    static native int elsewhere();
    static int locals(long a, double b) {
        for (int i = 0; i < 3; i++) { String s = "" + i; a += s.length(); }
        return (int) (a + b);
    }
    Object anonymous() { return new Shape() { public int corners() { return 3; } }; }
}
"""


@cache
def some_jdk() -> Jdk | None:
    """Return the JDK of this environment with a compiler, if there is one."""
    try:
        jdk = find_jdk(None, os.environ)
    except NotFound:
        return None
    return jdk if jdk.has_javac else None


@cache
def compiled_sample() -> CompiledSources:
    jdk = some_jdk()
    if jdk is None:
        raise NotFound("the sample needs a JDK with javac")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "odd", "Odd.java")
        source.parent.mkdir()
        source.write_text(SAMPLE, encoding="utf-8")
        return compile_sources(source, jdk, ())


def sample_classes() -> dict[str, bytes]:
    """Return the class files of the sample by name."""
    container = compiled_sample().container
    return {name: content for name in container.names() if (content := container.read(name)) is not None}
