"""Operators on terms agree with their meaning on bits."""

from __future__ import annotations

import pytest

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, Op, Sort, Term, Value, symbol, wrap
from symheap.core.theories.bitvectors import bitvector
from symheap.memory.arithmetic import operation
from symheap.memory.expressions import Operator
from symheap.memory.terms import ORDERS, TERM_OPERATORS, resized, unsigned_by_constant, zero_extended

_NUMBERS = (0, 1, 2, 3, 7, 8, 127, 128, 200, 255)
_BYTE = Sort.bitvector(8)
_A = symbol(Origin.root("a"), _BYTE)


def _bits(value: Value, a: int = 0) -> int:
    if isinstance(value, Term):
        value = Model({_A: wrap(a, 8)}, {}).evaluate(value)
    return int(value) & 0xFF


@pytest.mark.parametrize("operator", TERM_OPERATORS, ids=lambda each: each.name)
def test_operators_compute_as_the_interpreter_does(operator: Operator) -> None:
    compute = operation(operator, 1)
    shifts = operator in (Operator.SHL, Operator.LSHR, Operator.ASHR)
    for b in (n for n in _NUMBERS if not shifts or n < 8):
        if b == 0 and operator in (Operator.SDIV, Operator.SREM):
            continue
        for a in _NUMBERS:
            assert _bits(bitvector(TERM_OPERATORS[operator], 8, _A, wrap(b, 8)), a) == compute(a, b)


@pytest.mark.parametrize("operator", ORDERS, ids=lambda each: each.name)
def test_orders_compare_as_the_interpreter_does(operator: Operator) -> None:
    compute = operation(operator, 1)
    for a in _NUMBERS:
        for b in _NUMBERS:
            assert _bits(ORDERS[operator](8, _A, wrap(b, 8)), a) == compute(a, b)


@pytest.mark.parametrize("operator", [Operator.UDIV, Operator.UREM], ids=lambda each: each.name)
def test_unsigned_divisions_by_powers_of_two(operator: Operator) -> None:
    compute = operation(operator, 1)
    for b in (1, 2, 4, 8, 128):
        of_term = unsigned_by_constant(operator, 1, _A, wrap(b, 8))
        assert of_term is not None
        for a in _NUMBERS:
            of_number = unsigned_by_constant(operator, 1, wrap(a, 8), wrap(b, 8))
            assert of_number is not None
            assert _bits(of_term, a) == _bits(of_number) == compute(a, b)


def test_other_unsigned_divisions_are_left_to_the_caller() -> None:
    assert unsigned_by_constant(Operator.UDIV, 1, _A, 3) is None
    assert unsigned_by_constant(Operator.UDIV, 1, 12, _A) is None
    assert unsigned_by_constant(Operator.UREM, 1, 12, 0) is None
    assert unsigned_by_constant(Operator.UREM, 1, wrap(200, 8), 7) == 200 % 7


def test_numbers_in_another_size_are_unsigned() -> None:
    assert resized(-1, 1, 2) == 255
    assert resized(-1, 2, 1) == -1
    assert resized(0x1234, 2, 1) == 0x34
    assert resized(_A, 1, 1) is _A
    wide = zero_extended(_A, 1, 2)
    assert isinstance(wide, Term)
    assert wide.op is Op.ZEROEXT
    assert wide.sort is not BOOL
