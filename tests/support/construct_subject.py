"""A Java program whose inputs are hard to build, and the statements that build them."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

from symheap.core.outcome import Returned, Threw
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.java.entry import JavaProgram, load
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.values.types import source_name
from symheap.objects import interpreter
from symheap.solver.chain import default_chain
from symheap.testgen.access import Access
from symheap.testgen.building.construct import construct
from symheap.testgen.cases import Built, Candidate, Unconstructible
from symheap.testgen.code import CONSTRUCTOR, Code, Declare, Statement, StubClass
from symheap.testgen.writing.naming import Names
from symheap_testing.java.sources import some_jdk

needs_jdk = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

SOURCE = r"""
package park;

import java.util.*;
import java.util.function.*;

public class Zoo {
    private static final class Secret {
        final int code;
        Secret next;
        Secret(int a) { code = a * 2 + 1; }
    }
    static final class Pile {
        static final class Cell {
            final Object top;
            final Cell below;
            Cell(Object top, Cell below) { this.top = top; this.below = below; }
        }
        private Cell cells;
        void push(Object element) { cells = new Cell(element, cells); }
    }
    static final class Account {
        private int euros;
        private final String owner;
        Account(String owner) { this.owner = Objects.requireNonNull(owner); }
        void deposit(int amount) throws java.io.IOException {
            if (amount < 0) throw new java.io.IOException();
            euros += amount;
        }
    }
    static final class Fraction {
        private final int n;
        private final int d;
        Fraction(int n, int d) {
            if (d == 0) throw new ArithmeticException();
            this.n = d < 0 ? -n : n;
            this.d = d < 0 ? -d : d;
        }
    }
    static final class Temperature {
        private final int fahrenheit;
        Temperature(int celsius) { fahrenheit = celsius * 9 / 5 + 32; }
    }
    record Range(int low, int high) { Range { if (low > high) throw new IllegalArgumentException(); } }
    private record Pair(int x, String s) { }
    static class Base { protected int v; private int hidden; Base(int v) { this.v = v; } }
    static class Derived extends Base { int v; Derived() { super(3); } }
    static class Node { int value; Node next; Node previous; }
    class Inner { int z; Inner(int z) { this.z = z; } }
    enum Color { RED, GREEN { int w() { return 2; } }; int w() { return 1; } }
    interface Version extends Comparable<Version> { Version next(); }
    interface Shape { int area(); Shape scaled(int by); }
    abstract static class Tool {
        final int weight;
        protected Tool(int weight) { this.weight = weight; }
        abstract boolean isHeavy(String s);
    }
    private Secret head;

    int secret() { return head == null ? 0 : head.code == 7 ? head.next == null ? 1 : 2 : 3; }
    static int stack(Pile s, Object o) {
        return s.cells == null ? 0 : s.cells.top == o ? s.cells.below == null ? 1 : s.cells.below.top == o ? 2 : 3 : 4;
    }
    static int account(Account a) { return a.euros == 5 ? a.owner.length() : a.euros; }
    static int fraction(Fraction f) { return f.n == 3 && f.d == 4 ? 1 : 0; }
    static int warm(Temperature t) { return t.fahrenheit == 212 ? 1 : 0; }
    static int range(Range r) { return r.low() == r.high() ? 0 : r.high - r.low == 5 ? 1 : 2; }
    static int pair(Object o) { return o instanceof Pair p ? p.x == 3 ? 1 : p.s == null ? 2 : 3 : 0; }
    static int shadow(Derived d) {
        return d.v == 5 ? ((Base) d).v == 6 ? ((Base) d).hidden == 9 ? 1 : 2 : 3 : 4;
    }
    static int ring(Node n) {
        return n.next == n ? 1 : n.next.previous == n && n.next.next == n ? n.next.value == n.value ? 2 : 3 : 4;
    }
    int inner(Inner i) { return i.z == 4 ? 1 : 2; }
    static int color(Color c) { return c == Color.GREEN ? 5 : c.w(); }
    static int shape(Shape s, Shape t) {
        int a = s.area();
        Shape u = s.scaled(2);
        return a > 3 ? u == t ? t.area() == 7 ? 1 : 2 : 3 : s.area() == a ? 4 : 5;
    }
    static int version(Version v, Version w) { return v.compareTo(w) > 0 ? 1 : v.next() == w ? 2 : 3; }
    static int tool(Tool t) { return t.weight == 12 ? t.isHeavy("x") ? 1 : 2 : 3; }
    static int compare(Comparator<String> c) { return c.compare("a", "b") > 0 ? 1 : c.compare("b", "a") > 0 ? 2 : 3; }
    static int list(ArrayList<String> l) {
        return l.size() == 2 ? l.get(0) == null ? 0 : l.get(0).equals(l.get(1)) ? 1 : 2 : 3;
    }
    static int map(TreeMap<Integer, String> m) { return m.isEmpty() ? 0 : m.firstKey() > 3 ? 1 : 2; }
    static int text(StringBuilder b) { return b.length() == 2 && b.charAt(0) == 'x' ? 1 : 0; }
    static int identity(String a, String b) { return a == b ? 1 : a.equals(b) ? 2 : 3; }
    static int boxes(Long a, Character c, Double d) { return a > 5 ? c == 'x' ? d < 0.5 ? 1 : 2 : 3 : 4; }
    static int numbers(byte b, char c, long l, double d) {
        return b == -3 ? c == '\'' ? l < -5000000000L ? Double.isNaN(d) ? 1 : 2 : 3 : 4 : 5;
    }
    static int objects(Object[] os) {
        return os.length == 2 && os[0] == os ? os[1] instanceof int[] a && a.length > 1 ? 1 : 2 : 3;
    }
    static int failure(RuntimeException e) { return e.getMessage() == null ? 0 : e.getCause() == null ? 1 : 2; }
    static int closed(ArrayDeque<String> d) { return d.isEmpty() ? 0 : d.peekFirst().length(); }
}
"""
CLASS = "park.Zoo"
PACKAGE = "park"


@cache
def classes() -> Path:
    jdk = some_jdk()
    assert jdk is not None
    folder = Path(tempfile.mkdtemp(prefix="symheap-construct-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source = folder / "Zoo.java"
    source.write_text(SOURCE)
    subprocess.run([str(jdk.javac()), "-g", "-d", str(folder / "classes"), str(source)], check=True)
    return folder / "classes"


@cache
def java_of(method: str) -> JavaProgram:
    return load(f"{classes()}::{CLASS}::{method}", JavaOptions(environ=os.environ))


@cache
def candidates_of(method: str) -> tuple[Candidate, ...]:
    """Return one candidate for each path that ends."""
    java = java_of(method)
    bounds = Bounds(max_calls=60, max_loop=3, max_traces=25, timeout=30)
    model = heap_model("pose", java.table, frozenset())
    exploration = Exploration(java.program, model, *default_chain(), bounds)
    found = []
    for number, trace in enumerate(exploration):
        witness = exploration.witness(trace)
        if isinstance(trace.end, Returned | Threw) and witness is not None:
            run = interpreter.run(java.program, witness, max_calls=600, max_steps=2_000_000)
            found.append(Candidate(java, str(number), trace, witness, run))
    return tuple(found)


def result_of(candidate: Candidate) -> int | str:
    """Return the result of the method on a path, or the exception."""
    end = candidate.run.end
    return int(end.value) if isinstance(end, Returned) else str(getattr(end, "exception", ""))


@cache
def constructed(method: str) -> tuple[tuple[Candidate, Built | Unconstructible], ...]:
    access = Access(java_of(method).table.world, PACKAGE)
    return tuple((each, construct(each, access, Names())) for each in candidates_of(method))


def built_for(method: str, result: int | str) -> Built:
    """Return the statements for a path with that result."""
    for candidate, built in constructed(method):
        if result_of(candidate) == result and isinstance(built, Built):
            return built
    raise AssertionError(f"{method} has no test for {result}: {constructed(method)}")


def lines_for(method: str, result: int | str) -> list[str]:
    return [line(statement) for statement in built_for(method, result).statements]


def line(statement: Statement) -> str:
    if isinstance(statement, Declare):
        return f"{text((statement.type,))} {statement.variable} = {text(statement.value)};"
    return f"{text(statement.code)};"


def text(code: Code) -> str:
    full = "".join(part if isinstance(part, str) else source_name(part.descriptor) for part in code)
    return re.sub(r"(?<!\")\b(park\.Zoo\.|park\.|java\.util\.|java\.lang\.)", "", full)


def class_text(stub: StubClass) -> str:
    relation = "implements" if stub.is_interface else "extends"
    fields = [f"  {line(field)}" for field in stub.fields]
    heads = [f"{stub.name}()" if m.declaration == CONSTRUCTOR else text(m.declaration) for m in stub.methods]
    bodies = [" ".join(map(line, m.body)) for m in stub.methods]
    methods = [f"  public {head} {{ {body} }}" for head, body in zip(heads, bodies, strict=True)]
    start = f"static final class {stub.name} {relation} {text((stub.above,))} {{"
    return "\n".join([start, *fields, *methods, "}"])
