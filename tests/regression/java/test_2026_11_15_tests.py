"""Bugs of `symheap test` found with real classes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.core.contents import TableRow
from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BV8, BV32, REF, Term, eq, symbol
from symheap.core.theories.arrays import contents
from symheap.core.theories.functions import Function, apply
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import load
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap.solver.numeric.tape import Tape
from symheap.testgen.access import Access
from symheap.testgen.attempts import Attempts
from symheap.testgen.cases import Why
from symheap_testing.java.sources import some_jdk

needs_jdk = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

CHAIN = """
class Chain {
    private static class Link { String key; Link next; }
    private Link first;
    boolean has(String key) { return first != null && first.key == key && first.next != null; }
}
"""


def attempts(folder: Path) -> Attempts:
    (folder / "Chain.java").write_text(CHAIN)
    loaded = load(f"{folder / 'Chain.java'}::has", JavaOptions(environ=os.environ))
    assert loaded.java is not None
    run = start(loaded, "pose", default_chain(), Bounds(max_calls=6), search="bfs")
    return Attempts(run, Access(loaded.java.table.world, ""))


def test_an_array_that_no_variable_is_about_has_no_number() -> None:
    """A search for numbers evaluated the contents of a text, which are no number, and ended the command."""
    total = Function("total", BV32, _total, (1,))
    n, size = symbol(Origin.root("n"), BV32), symbol(Origin.root("size"), BV32)
    bytes_ = contents(symbol(Origin.root("s"), REF), BV8)
    condition = eq(n, apply(total, bytes_, size))
    assert isinstance(condition, Term)
    tape = Tape((condition,), (n,), Model({}, {}))
    [root] = tape.roots
    assert tape.run([0])[root] < 0 < tape.run([5])[root]


def _total(row: TableRow, length: int) -> int:
    return sum(row.upto(length))


@needs_jdk
def test_a_text_that_is_an_input_can_be_put_into_a_field_by_the_helper(tmp_path: Path) -> None:
    """It is a literal, which no step has made, so it had no expression."""
    tries = attempts(tmp_path)
    for trace in tries.run.exploration:
        tries.add(trace)
    assert not tries.without


@needs_jdk
def test_a_failure_of_an_exploration_is_said_of_its_method(tmp_path: Path) -> None:
    """The tests of all other methods were lost with it."""
    tries = attempts(tmp_path)
    tries.fail(tries.run, AssertionError("odd"))
    [only] = tries.result().without
    assert only.why is Why.MISMATCH
    assert "odd" in only.detail
    assert tries.run.target in only.repro
