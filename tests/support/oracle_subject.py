"""A Java program to generate tests for, and the resulting tests."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

from symheap.engine.bounds import Bounds
from symheap.lang.java.classes import package_of
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import load
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap.testgen.access import Access
from symheap.testgen.attempts import Attempts
from symheap.testgen.cases import NoTest, Test
from symheap.testgen.writing.suite import test_file as file_of
from symheap.testgen.writing.titles import titled
from symheap_testing.java.sources import some_jdk

needs_jdk = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

SOURCE = r"""
package shop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Basket {
    static int made;
    static final int[] COUNTS = new int[2];
    private static String last = "none";
    static final Map<String, Integer> AGES = new HashMap<>(Map.of("n", 7));
    static Item reserve = new Item(null, null);
    int size;
    private Item first;
    double weight;
    char letter;
    boolean open;

    static class Item {
        final Object value;
        Item next;
        private int price;
        private int secret;
        Item(Object value, Item next) { this.value = value; this.next = next; }
        int price() { return price; }
    }

    static final class Cheap extends Item { Cheap() { super(null, null); } }
    private static final class Hidden extends IllegalStateException { }
    enum Color { RED, GREEN }
    record Pair(int left, String right) { }

    void add(Object value) { first = new Item(value, first); size++; }
    Item first() { return first; }
    static Item chained(Object value) { return new Item(value, new Item(null, null)); }
    static Object cheap() { return new Cheap(); }
    static void setPrice(Item item, int price) { item.price = price; item.secret = 7; }
    static Item swap(Item a, Item b) { Item next = a.next; a.next = b.next; b.next = next; return a; }
    static int fail(int x) { if (x > 0) { throw new Hidden(); } return x; }
    static void rethrow(RuntimeException e) { if (e != null) { throw e; } }
    static int checked(int x) throws IOException { if (x < 0) { throw new IOException("x"); } return x; }
    int next() { return ++made; }
    void remember(String name) { last = name; }
    void touch() { COUNTS[0]++; }
    static double half(double x) { return x > 0 ? x / 2 : -0.0; }
    static char upper(char c) { return c == 'a' ? 'A' : '\n'; }
    static byte small(boolean b) { return (byte) (b ? 3 : -3); }
    static Color other(Color c) { return c == Color.RED ? Color.GREEN : Color.RED; }
    static Class<?> kind(boolean b) { return b ? String.class : int[].class; }
    static String text(boolean b) { return b ? "a\"b\\u000a\u00e9" : null; }
    static Integer boxed(boolean b) { return b ? 300 : 1; }
    static Pair pair(int left) { return new Pair(left, "p"); }
    static int[] numbers(boolean b) { return b ? new int[] {1, 2} : new int[0]; }
    static void fill(int[] target) { target[0] = 4; }
    static List<String> names(boolean b) { List<String> l = new ArrayList<>(); if (b) { l.add("n"); } return l; }
    static Map<String, Integer> ages() { Map<String, Integer> m = new HashMap<>(); m.put("n", 7); return m; }
    static StringBuilder built() { return new StringBuilder("xy"); }
    static int hash(Object o) { return 1; }
    static int hash(String s) { return 2; }
    static int many(Object... all) { return all == null ? 0 : 1; }
    private int own() { return 1; }
    void nothing() { }
    static void idle() { }
    static boolean isRed(Color c) { return c == Color.RED; }
    static int code(Item item) { return item.hashCode(); }
    static boolean isBig(Item item) { return item.hashCode() == 0x2A139A55; }
    static long now() { return System.currentTimeMillis(); }
    void stamp(Item item) { size = item.hashCode(); letter = 'x'; }
    static int known() { return AGES.keySet().size(); }
    static void forget() { AGES.remove("n"); }
    static void cut(Item item) { Item next = item.next; next.price = 9; item.next = null; }
    static Item spare() { Item old = reserve; reserve = null; return old; }
    static <T extends Comparable<T>> T max(T a, T b) { return a == null ? b : a; }

    class Inner {
        final int x;
        Inner(int x) { this.x = x; }
        int sum() { return x + size; }
    }
}
"""


@cache
def classes() -> Path:
    jdk = some_jdk()
    assert jdk is not None
    into = Path(tempfile.mkdtemp(prefix="symheap-oracle-"))
    atexit.register(shutil.rmtree, into, ignore_errors=True)
    compiled(jdk, into, {"shop/Basket.java": SOURCE})
    return into


def compiled(jdk: Jdk, into: Path, sources: dict[str, str], *options: str) -> str:
    """Compile sources into a folder; return the compiler's output."""
    files = []
    for name, text in sources.items():
        file = into / "src" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        files.append(str(file))
    fixed = ("-J-XX:TieredStopAtLevel=1", "-g", "-proc:none", "-encoding", "UTF-8", "-d", str(into))
    done = subprocess.run([str(jdk.javac()), *fixed, *options, *files], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stderr


@cache
def found(
    method: str, junit: int = 5, package: str | None = None, class_name: str = "shop.Basket"
) -> tuple[Test | NoTest, ...]:
    """Return the results of the paths of a method: tests in the order of discovery, then paths without one."""
    jdk = some_jdk()
    assert jdk is not None
    options = JavaOptions(jdk=str(jdk.home), environ=os.environ)
    loaded = load(f"{classes()}::{class_name}::{method}", options)
    assert loaded.java is not None
    access = Access(loaded.java.table.world, package_of("shop.Basket") if package is None else package)
    run = start(loaded, "pose", default_chain(), Bounds(20, 2))
    attempts = Attempts(run, access, junit)
    for trace in run.exploration:
        attempts.add(trace)
    return (*attempts.tests, *attempts.without)


def suite_of(*methods: str, junit: int = 5) -> tuple[Test, ...]:
    """Return the tests of some methods, with their names."""
    every = [each for method in methods for each in found(method, junit)]
    return titled([each for each in every if isinstance(each, Test)])


def access_of(test: Test) -> Access:
    return Access(test.candidate.java.table.world, "shop")


def text_of(*methods: str, junit: int = 5) -> str:
    tests = suite_of(*methods, junit=junit)
    return file_of("shop.Basket", tests, access_of(tests[0]), junit).text


def bodies(*methods: str, junit: int = 5) -> dict[str, list[str]]:
    """Return the statements of each test, by its name, without blank lines."""
    body: dict[str, list[str]] = {}
    name = ""
    for line in text_of(*methods, junit=junit).splitlines():
        if line.endswith("{") and "void " in line:
            name = line.partition("void ")[2].partition("(")[0]
            body[name] = []
        elif line == "    }":
            name = ""
        elif name and line:
            body[name].append(line.strip())
    return body
