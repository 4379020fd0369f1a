"""Static fields of classes that have no initialiser, and classes that two others need: paths missed on 2026-11-18.

The outcomes are those of a JVM over all orders in which other code may have initialised the classes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.api import explore
from symheap.core.outcome import Returned

SOURCE = """
public class Shared {
    static int zero;
    static int failing() { return Counter.n; }
    static int inherited() { return Child.m; }
    static int needed() { return Total.n; }
    static int needs(Object o) { return (o instanceof A ? 1000 : 0) + Total.n; }
}
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
    "needs": {"0", "1", "11", "101", "111", "1011", "1111"},
}


@pytest.mark.parametrize("method", OUTCOMES)
def test_every_past_that_a_static_field_shows_is_a_path(tmp_path: Path, method: str) -> None:
    source = tmp_path / "Shared.java"
    source.write_text(SOURCE)
    run = explore(f"{source}::Shared::{method}")
    ends = [path.trace.end for path in run]
    assert {str(end.value) for end in ends if isinstance(end, Returned)} == OUTCOMES[method]
    assert run.complete
