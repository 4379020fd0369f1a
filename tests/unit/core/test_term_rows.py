"""Terms in a run file: reading returns what was written, and each term is written once."""

from __future__ import annotations

import immutables
import pytest
import test_bitvector_rules
import test_floats
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_terms import EXPRESSIONS, build, types

from symheap.core.contents import table_items
from symheap.core.nodes import make_table
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, BV32, INT, REF, Op, Sort, Term, Value, add, eq, isa, location, make, rank, symbol
from symheap.core.theories.functions import Function
from symheap.store.terms import TermReader, TermWriter

ROOT = Origin.root("this")


def again(value: Value, reader: TermReader | None = None) -> Value:
    """Return a value after writing and reading it."""
    writer = TermWriter()
    operand = writer.operand(value)
    reader = reader or TermReader()
    reader.load(writer.new)
    return reader.value(operand)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(EXPRESSIONS.map(build))
def test_conditions_integers_and_references(value: Value) -> None:
    assert again(value) is value


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.one_of(*test_bitvector_rules.expressions(3), *test_floats.expressions(3)))
def test_bitvectors_and_floats(said: test_bitvector_rules.Said | test_floats.Said) -> None:
    result = again(said.value)
    assert (result, type(result)) == (said.value, type(said.value))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(EXPRESSIONS.map(build), max_size=6))
def test_a_term_is_written_once(values: list[Value]) -> None:
    writer = TermWriter()
    operands = [writer.operand(value) for value in values]
    once = [*writer.new]
    assert len({row for _, row in once}) == len(once)
    assert [writer.operand(value) for value in values] == operands
    assert writer.new == once
    resumed = TermWriter(once)
    assert [resumed.operand(value) for value in values] == operands
    assert resumed.new == []


PLACES = (
    symbol(ROOT.then("head").then("next"), REF),
    symbol(ROOT.at(3).then("a.b"), BV32),
    symbol(ROOT.at(add(symbol(Origin.root("i"), INT), 10**30)), INT),
    rank(symbol(ROOT, REF), "next"),
    eq(symbol(ROOT, REF), location(1_000_001, "Node", initial=True)),
    isa(symbol(ROOT, REF), types(5)),
    make(Op.CONTENTS, Sort.array(BV32), (symbol(ROOT, REF),)),
)


@pytest.mark.parametrize("value", PLACES, ids=str)
def test_leaves_of_every_kind(value: Value) -> None:
    assert again(value) is value


def test_a_table_of_elements_comes_back_equal() -> None:
    base = make(Op.CONTENTS, Sort.array(BV32), (symbol(ROOT, REF),))
    inner = symbol(ROOT.then("x"), BV32)
    elements: dict[int, Value] = {7: inner, 2: 5}
    table = make_table(base, immutables.Map(elements))
    result = again(table)
    assert isinstance(result, Term)
    assert (result.op, result.sort, result.args) == (Op.TABLE, table.sort, (base,))
    assert sorted(table_items(result), key=lambda each: each[0]) == [(2, 5), (7, inner)]


def test_functions_are_given_to_the_reader_by_name() -> None:
    first, second = (Function("sin", BV32, lambda value: value) for _ in range(2))
    argument = symbol(ROOT.then("x"), BV32)
    writer = TermWriter()
    operands = [writer.operand(make(Op.APPLY, BV32, (argument,), each)) for each in (first, second)]
    reader = TermReader({"sin": first})
    reader.load(writer.new)
    one, other = map(reader.value, operands)
    assert one is make(Op.APPLY, BV32, (argument,), first)
    assert str(other).startswith("sin#2")


def test_a_deep_term() -> None:
    value: Value = symbol(ROOT.then("n"), INT)
    for _ in range(20_000):
        value = make(Op.ADD, INT, (value, 1))
    assert again(value) is value


@pytest.mark.parametrize("operands", ["[99]", "[]", "[[1]]", "{}", '["x"]'])
def test_a_damaged_row_is_refused(operands: str) -> None:
    reader = TermReader()
    with pytest.raises((ValueError, TypeError)):
        reader.load([(1, ("not", BOOL.name, operands, None))])
