"""Classes whose initialisers use the same other classes: paths missed on 2026-11-18.

The outcomes follow from the Java language specification, over all orders in which other code may have initialised the
classes; they were derived by hand.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sampling import sample
from symheap.api import explore
from symheap.core.outcome import Returned
from symheap.objects.interpreter import run as run_concretely
from symheap_testing.printed import check_printed

SOURCE = """
public class Shared {
    static int zero;
    static int failing() { return Counter.n; }
    static int inherited() { return Child.m; }
    static int needed() { return Total.n; }
    static int needs(Object o) { return (o instanceof A ? 1000 : 0) + Total.n; }
    static int order() { return First.id * 10 + Second.id; }
    static int tick;
    static int product() { return log; }
    static int log = 1;
    static int read() { int was = source; return was * 10 + Copy.of; }
    static int source;
    static int varies() { return seen * 100 + flag; }
    static int flag;
    static int seen;
    static int fails() {
        try { return Depends.v; }
        catch (Error e) { return e instanceof NoClassDefFoundError ? 3 : 4; }
    }
    static int input(Depends d) { return (d == null ? 0 : 100) + flag * 10 + seen; }
    static int subsets() { int n = sum; return n * 10 + Copied.of; }
    static int sum;
    static int wrote() { sum = 5; return Above.v; }
    static int needed2(Base b) { return (Uses.v == 0 ? 1 : 0) + Side.SIDE * 10; }
    static int total;
    static int third() { try { return Guard.v + calls; } catch (Error e) { return -calls; } }
    static int calls;
    static int guarded(Call4 c) { int v = Guard2.v; return c == null ? 0 : v; }
    static int more;
    static Object leaked;
    static int leak(Leaks l) { return l == null ? 0 : l == leaked ? l.w : 1; }
    static int bump() { total += 2; return total; }
}
class Leaks {
    int w = 8;
    static { Shared.leaked = new Leaks(); if (Shared.zero == 0) throw new IllegalStateException(); }
}
class Call1 { static { Shared.calls++; } }
class Call2 { static { Shared.calls += 2; } }
class Guard { static int v = 10; static { if (Shared.calls > 0) throw new IllegalStateException(); } }
class Call3 { static { Shared.more++; } }
class Call4 extends Call3 { static { Shared.more += 2; } }
class Guard2 { static int v = 10; static { if (Shared.more > 0) v = 20; } }
class One { static { Shared.sum++; } }
class Two { static { Shared.sum += 2; } }
class Copied { static int of = Shared.sum; }
class Above { static int v = Copied.of; }
class Base { static { Shared.total += 2; } }
interface Side { int SIDE = Shared.bump(); default int g() { return 1; } }
class Both extends Base implements Side { }
class Uses { static int v = new Both().g(); }
class First { static int id = ++Shared.tick; }
class Second { static int id = ++Shared.tick; }
class Twice { static { Shared.log = Shared.log * 3; } }
class Once { static { Shared.log = Shared.log + 1; } }
class Source { static { Shared.source = 5; } }
class Copy { static int of = Shared.source; }
class Flag { static { Shared.flag = 1; } }
class Depends { static int v; static { if (Shared.flag == 0) throw new IllegalStateException(); Shared.seen = 1; } }
class Counter { static int n; }
class Fails { static int v; static { Counter.n += 2; v = 1 / Shared.zero; } }
class Parent { static int m; }
class Child extends Parent { }
class Adds { static { Child.m++; } }
class Total { static int n; }
class B { static int v; static { Total.n++; } }
class A { static { B.v++; Total.n += 10; } }
class D { static { B.v++; Total.n += 100; } }
"""

OUTCOMES = {
    "failing": {"0", "2"},
    "inherited": {"0", "1"},
    "needed": {"0", "1", "11", "101", "111"},
    "subsets": {"0", "10", "11", "20", "22", "30", "31", "32", "33"},
    "wrote": {"0", "1", "2", "3", "5"},
    "needed2": {"20", "40"},
    "leak": {"0", "8"},
    "guarded": {"0", "10", "20"},
    "order": {"12", "21"},
    "product": {"1", "2", "3", "4", "6"},
    "read": {"0", "50", "55"},
    "varies": {"0", "1", "101"},
    "fails": {"0", "3", "4"},
    "input": {"0", "10", "11", "111"},
    "needs": {"0", "1", "11", "101", "111", "1011", "1111"},
    "third": {"10", "11", "12", "13", "-1", "-2", "-3"},
}


@pytest.mark.parametrize("method", sample(OUTCOMES, 4))
def test_every_past_that_a_static_field_shows_is_a_path(tmp_path: Path, method: str) -> None:
    source = tmp_path / "Shared.java"
    source.write_text(SOURCE)
    run = explore(f"{source}::Shared::{method}")
    ends = [path.trace.end for path in run]
    assert {str(end.value) for end in ends if isinstance(end, Returned)} == OUTCOMES[method]
    assert run.complete


def test_objects_of_initialisers_in_other_classes_have_names(tmp_path: Path) -> None:
    source = tmp_path / "Shared.java"
    source.write_text(SOURCE)
    said = [condition for path in explore(f"{source}::Shared::leak") for condition in path.conditions()]
    assert "l == Shared.leaked" in said or "l != null" in said
    assert not [condition for condition in said if "#" in condition]


@pytest.mark.parametrize("method", sample(["order", "read", "leak", "fails"], 2))
def test_examples_satisfy_what_is_printed_of_orders(tmp_path: Path, method: str) -> None:
    source = tmp_path / "Shared.java"
    source.write_text(SOURCE)
    result = check_printed(explore(f"{source}::Shared::{method}"))
    assert result.right
    assert not result.wrong
    assert not result.unreadable


@pytest.mark.parametrize("method", sample(["order", "read", "subsets", "third", "guarded", "fails"], 3))
def test_an_example_takes_its_path(tmp_path: Path, method: str) -> None:
    source = tmp_path / "Shared.java"
    source.write_text(SOURCE)
    run = explore(f"{source}::Shared::{method}")
    for path in run:
        example = path.inputs()
        assert example is not None
        actual = run_concretely(run.loaded.program, example, max_calls=600, max_steps=1_000_000)
        assert actual.decisions == path.trace.decisions
