"""Folding keeps the value of an expression, for all values of the registers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from symheap.lang.c.lower import fold
from symheap.memory.expressions import Binary, Conversion, Convert, Expression, Number, Operator, Register

INTEGERS = [
    Operator.ADD,
    Operator.SUB,
    Operator.MUL,
    Operator.AND,
    Operator.OR,
    Operator.XOR,
    Operator.EQ,
    Operator.NE,
    Operator.SLT,
    Operator.SLE,
    Operator.ULT,
    Operator.ULE,
]
X, Y = Register("x", 4), Register("y", 4)


def value(expression: Expression, registers: dict[str, int]) -> int:
    """Return the value as an unsigned number, by a second definition of the operators, written for this test."""
    mask = (1 << 8 * expression.size) - 1
    match expression:
        case Number(value=number):
            return number & mask
        case Register(name=name):
            return registers[name] & mask
        case Convert(conversion=conversion, operand=operand):
            inner = value(operand, registers)
            return (_signed(inner, operand.size) if conversion is Conversion.SIGN_EXTEND else inner) & mask
        case Binary(operator=operator, left=left, right=right):
            return _operated(operator, value(left, registers), value(right, registers), left.size) & mask
        case _:
            raise AssertionError(expression)


def _signed(number: int, size: int) -> int:
    return number - (1 << 8 * size) if number >> (8 * size - 1) else number


def _operated(operator: Operator, a: int, b: int, size: int) -> int:
    x, y = _signed(a, size), _signed(b, size)
    results = {
        Operator.ADD: a + b,
        Operator.SUB: a - b,
        Operator.MUL: a * b,
        Operator.AND: a & b,
        Operator.OR: a | b,
        Operator.XOR: a ^ b,
        Operator.EQ: a == b,
        Operator.NE: a != b,
        Operator.SLT: x < y,
        Operator.SLE: x <= y,
        Operator.ULT: a < b,
        Operator.ULE: a <= b,
    }
    return int(results[operator])


numbers = st.integers(-(1 << 31), (1 << 31) - 1) | st.sampled_from([0, 1, -1, 4, -4, 8])
leaves: st.SearchStrategy[Expression] = st.sampled_from([X, Y]) | numbers.map(lambda n: Number(n, 4))


def plain(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.builds(Binary, st.sampled_from(INTEGERS), children, children)


def rebuilt(expression: Expression) -> Expression:
    """Return the same expression, built by the folding constructors."""
    if isinstance(expression, Binary):
        return fold.binary(expression.operator, rebuilt(expression.left), rebuilt(expression.right))
    return expression


@given(st.recursive(leaves, plain, max_leaves=12), numbers, numbers)
def test_binary(expression: Expression, x: int, y: int) -> None:
    registers = {"x": x, "y": y}
    assert value(rebuilt(expression), registers) == value(expression, registers)


@given(st.recursive(leaves, plain, max_leaves=8), numbers, numbers)
def test_truth_and_negation(expression: Expression, x: int, y: int) -> None:
    registers = {"x": x, "y": y}
    expected = value(expression, registers) != 0
    assert (value(fold.truth(rebuilt(expression)), registers) != 0) == expected
    assert value(fold.negate(fold.truth(rebuilt(expression))), registers) == int(not expected)


@given(numbers, numbers)
def test_conversions_of_numbers(number: int, other: int) -> None:
    for conversion, size in ((Conversion.SIGN_EXTEND, 8), (Conversion.ZERO_EXTEND, 8), (Conversion.TRUNCATE, 2)):
        folded = fold.convert(conversion, Number(number, 4), size)
        assert value(folded, {}) == value(Convert(conversion, Number(number, 4), size), {})
    wide = fold.convert(Conversion.ZERO_EXTEND, X, 8)
    assert fold.convert(Conversion.TRUNCATE, wide, 4) == X
    assert value(fold.plus(fold.plus(X, number), other), {"x": 5}) == (5 + number + other) & 0xFFFFFFFF


def test_addresses_are_a_base_and_a_number() -> None:
    there = fold.binary(Operator.ADD, X, Number(8, 4))
    assert fold.binary(Operator.SUB, there, Number(8, 4)) == X
    assert fold.binary(Operator.SUB, fold.plus(X, 12), there) == Number(4, 4)
    assert fold.split(fold.plus(there, 4)) == (X, 12)
