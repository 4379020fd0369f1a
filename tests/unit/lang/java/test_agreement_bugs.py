"""Bugs found by random calls on the JVM: each program once ended differently here."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from symheap.core.outcome import Returned, Unsupported
from symheap.lang.java.errors import NotFound
from symheap.lang.java.files.jdk import find_jdk
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.interpreter import ConcreteRun
from symheap_testing.java.jvm.call import Value
from symheap_testing.java.sides import CallRequest, Sides

SOURCE = """
import java.util.Arrays;
import java.util.function.*;

public class Found {
    static boolean equalLongs() { return Arrays.equals(new long[] {1, 2}, new long[] {1, 3}); }
    static int comparedDoubles() { return Arrays.compare(new double[] {1, 2}, new double[] {1, 3, 4}); }
    static int mismatchInRange() { return Arrays.mismatch(new long[] {9, 1, 2, 3}, 1, 4, new long[] {1, 2, 4}, 0, 3); }
    static boolean equalNaNs() {
        double[] other = {1, Double.longBitsToDouble(0x7ff8000000000001L)};
        return Arrays.equals(new double[] {1, Double.NaN}, other);
    }
    static int divisionMessage(int zero) {
        try { return 1 / zero; } catch (ArithmeticException e) { return e.getMessage().length(); }
    }
    static int suppressed(Object none) {
        try { return none.hashCode(); } catch (NullPointerException e) {
            e.addSuppressed(new RuntimeException());
            return e.getSuppressed().length + (e.getMessage() == null ? 10 : 20);
        }
    }
    static String cause(int[] a) {
        try { return "" + a[9]; } catch (ArrayIndexOutOfBoundsException e) {
            return e.initCause(new RuntimeException("x")).getCause().getMessage() + (e.getMessage() == null);
        }
    }
    static boolean ownHasNoMessage() { return new NullPointerException().getMessage() == null; }
    static int capacity(int n) { return new StringBuilder("abc").append(n).append('x').append("\\u20ac").capacity(); }
    static int capacityOfReal(double d) { return new StringBuilder("abc").append(d).append(d).append(1f).capacity(); }
    static boolean emptyText() { return new StringBuilder().toString() == ""; }
    static double logarithm() { return StrictMath.log(3); }
    static double cosh() { return Math.cosh(-1000); }
    static long same(LongSupplier s) { return s.getAsLong(); }
    static long boxedLong(Long box) { Supplier<Long> get = () -> 7L; LongSupplier s = get::get; return same(s); }
    static String group() { return Thread.currentThread().getThreadGroup().getParent().getName(); }
    static String version() { return System.getProperty("java.specification.version"); }
}
"""
ARGUMENTS: dict[str, int] = {"divisionMessage": 0, "capacity": -12345}


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sides]:
    try:
        jdk = find_jdk(None, os.environ)
    except NotFound:
        pytest.skip("no JDK with javac")
    folder = tmp_path_factory.mktemp("found")
    source = folder / "Found.java"
    source.write_text(SOURCE, encoding="utf-8")
    subprocess.run([str(jdk.javac()), "-encoding", "UTF-8", "-d", str(folder), str(source)], check=True)
    with Sides([Path(folder)], jdk, os.environ) as made:
        yield made


def request(sides: Sides, name: str) -> CallRequest:
    method = next(m for m in sides.world.find("Found").methods.values() if m.name == name)
    heap = ConcreteHeap(sides.table, objects={1: ConcreteObject("[I", length=2)})
    values = {
        "()": (),
        "(I)": (Value("int", ARGUMENTS.get(name, 0)),),
        "(D)": (Value("double", 0x400921FB54442D18),),
        "([I)": (Value("ref", 1),),
    }
    kind = method.descriptor[: method.descriptor.index(")") + 1]
    return CallRequest("Found", method, None, values.get(kind, (Value("ref", 0),)), heap)


@pytest.mark.parametrize(
    "name",
    [
        *("equalLongs", "comparedDoubles", "mismatchInRange", "equalNaNs"),
        *("divisionMessage", "suppressed", "cause", "ownHasNoMessage"),
        *("capacity", "capacityOfReal", "emptyText", "cosh", "boxedLong", "group", "version"),
    ],
)
def test_as_on_the_jvm(sides: Sides, name: str) -> None:
    asked = request(sides, name)
    run: ConcreteRun = sides.here(asked, 1_000_000)
    assert isinstance(run.end, Returned), run.end
    assert sides.difference(asked, run, sides.there(asked)) is None


def test_a_native_of_strict_math_is_refused_where_the_last_place_would_not_be_sure(sides: Sides) -> None:
    """2026-11-15: it was replaced by the platform's logarithm, which differs."""
    run = sides.here(request(sides, "logarithm"), 1_000_000)
    if sides.world.find("java.lang.StrictMath").methods["log(D)D"].is_native:
        assert isinstance(run.end, Unsupported)
        assert run.end.what == "java.lang.StrictMath.log"
    else:
        assert isinstance(run.end, Returned)


def test_identity_hash_codes_are_refused_by_principle(sides: Sides) -> None:
    method = sides.world.find("java.lang.System").methods["identityHashCode(Ljava/lang/Object;)I"]
    asked = request(sides, "cause")
    run = sides.here(CallRequest("java.lang.System", method, None, asked.arguments, asked.heap), 1_000)
    assert isinstance(run.end, Unsupported)
    assert run.end.what == "by principle: identity hash codes"
