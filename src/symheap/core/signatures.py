"""The operand sorts of each operator, so that a term with mixed sorts is never built.

A plain number or truth value has no sort of its own and fits any expected sort.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Final

from symheap.core.operators import (
    ARRAY_SOURCES,
    ARRAY_UPDATES,
    BIT_ORDERS,
    BITS,
    CONNECTIVES,
    EXTENSIONS,
    FLOAT_BINARY,
    FLOAT_BITS,
    FLOAT_COMPARISONS,
    FLOAT_UNARY,
    INTEGERS,
    LEAVES,
    REFERENCE_TESTS,
    Op,
)
from symheap.core.sorts import BOOL, INT, REF, Sort

Sorts = Sequence[Sort | None]
"""The sorts of the operands of a term; None stands for a plain value."""

_Rule = Callable[[Sort, Sorts, object], bool]


class SortMismatch(TypeError):
    """Raised when an operator is applied to operands of the wrong sorts: a bug in symheap, never in the program."""


def check(op: Op, sort: Sort, operands: Sorts, payload: object) -> None:
    """Raise `SortMismatch` unless `op` accepts operands of these sorts and gives a result of `sort`."""
    rule = _RULES.get(op)
    if rule is not None and not rule(sort, operands, payload):
        names = ", ".join("plain" if each is None else each.name for each in operands)
        raise SortMismatch(f"{op.value} applied to ({names}) cannot be of sort {sort.name}")


def check_operand(actual: Sort, expected: Sort) -> None:
    """Raise `SortMismatch` unless an operand has the sort that its operator expects."""
    if actual is not expected:
        raise SortMismatch(f"an operand of sort {actual.name} stands where one of sort {expected.name} is expected")


def _are(operands: Sorts, sort: Sort) -> bool:
    return all(each is None or each is sort for each in operands)


def _condition(sort: Sort, operands: Sorts, payload: object) -> bool:
    return sort is BOOL and all(each is BOOL for each in operands)


def _choice(sort: Sort, operands: Sorts, payload: object) -> bool:
    return operands[0] is BOOL and _are(operands[1:], sort)


def _comparison(sort: Sort, operands: Sorts, payload: object) -> bool:
    """Whether two operands have one sort, no matter which."""
    known = [each for each in operands if each is not None]
    return sort is BOOL and bool(known) and _are(operands, known[0])


def _of_reference(sort: Sort, operands: Sorts, payload: object) -> bool:
    return operands[0] is REF


def _integers(sort: Sort, operands: Sorts, payload: object) -> bool:
    return _are(operands, INT)


def _bits(sort: Sort, operands: Sorts, payload: object) -> bool:
    """Check a bit-vector operator. Its payload is the width of its operands."""
    assert isinstance(payload, int)
    return _are(operands, Sort.bitvector(payload)) and (sort is BOOL or sort.width == payload)


def _extension(sort: Sort, operands: Sorts, payload: object) -> bool:
    assert isinstance(payload, int)
    return operands[0] is not None and operands[0].width > 0 and operands[0].width + payload == sort.width


def _extraction(sort: Sort, operands: Sorts, payload: object) -> bool:
    assert isinstance(payload, tuple)
    high, low = payload
    return operands[0] is not None and 0 <= low <= high < operands[0].width and sort.width == high - low + 1


def _floats(sort: Sort, operands: Sorts, payload: object) -> bool:
    return bool(sort.float_width) and _are(operands, sort)


def _float_comparison(sort: Sort, operands: Sorts, payload: object) -> bool:
    return _comparison(sort, operands, payload) and all(each is None or each.float_width for each in operands)


def _reinterpreted(sort: Sort, operands: Sorts, payload: object) -> bool:
    """Check a conversion between a floating-point number and its bits: both have one width."""
    inner = operands[0]
    return inner is not None and (inner.width, inner.float_width) == (sort.float_width, sort.width)


def _converted_to_float(sort: Sort, operands: Sorts, payload: object) -> bool:
    return bool(sort.float_width) and operands[0] is not None and operands[0].width > 0


def _converted_to_bits(sort: Sort, operands: Sorts, payload: object) -> bool:
    return sort.width > 0 and operands[0] is not None and bool(operands[0].float_width)


def _converted_float(sort: Sort, operands: Sorts, payload: object) -> bool:
    return bool(sort.float_width) and operands[0] is not None and bool(operands[0].float_width)


def _updated_array(sort: Sort, operands: Sorts, payload: object) -> bool:
    return sort.element is not None and operands[0] is sort


_FAMILIES: Final[tuple[tuple[Set[Op], _Rule], ...]] = (
    (CONNECTIVES, _condition),
    ({Op.ITE}, _choice),
    ({Op.EQ}, _comparison),
    (REFERENCE_TESTS, _of_reference),
    (INTEGERS, _integers),
    (BITS | BIT_ORDERS, _bits),
    (EXTENSIONS, _extension),
    ({Op.EXTRACT}, _extraction),
    (FLOAT_BINARY | FLOAT_UNARY, _floats),
    (FLOAT_COMPARISONS | {Op.FPNAN}, _float_comparison),
    (FLOAT_BITS, _reinterpreted),
    ({Op.FPFROMINT}, _converted_to_float),
    ({Op.FPTOINT}, _converted_to_bits),
    ({Op.FPCONVERT}, _converted_float),
    (ARRAY_UPDATES, _updated_array),
)

UNCHECKED: Final = LEAVES | ARRAY_SOURCES | {Op.HANDLE, Op.APPLY}
"""Leaves, and operators that take operands of any sort."""

_RULES: Final[dict[Op, _Rule]] = {op: rule for family, rule in _FAMILIES for op in family}
assert _RULES.keys() | UNCHECKED == set(Op), "every operator has a rule or needs none"
assert _RULES.keys().isdisjoint(UNCHECKED)
