"""Solve an equation of numbers for one symbol: the operations around the symbol are undone from the outside in."""

from __future__ import annotations

from collections.abc import Mapping

from symheap.certify.values import binary, substituted, symbols
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.core.theories.bitvectors import extend, extract


def solution(term: Value, value: Value, symbol: Term, binding: Mapping[Term, Value]) -> Value | None:
    """Return a value of `symbol` for which `term` may equal `value`; None if an operation cannot be undone.

    The other symbols of `term` have their values in `binding`.  These values and `value` are of another heap.
    Extensions and masks can be undone only for values that fit, so the caller has to check the result.
    """
    while term is not symbol:
        step = _undone(term, value, symbol, binding) if isinstance(term, Term) else None
        if step is None:
            return None
        term, value = step
    return value


def _undone(term: Term, value: Value, symbol: Term, binding: Mapping[Term, Value]) -> tuple[Value, Value] | None:
    """Return the operand with the symbol, and the value that it needs."""
    at = [number for number, arg in enumerate(term.args) if symbol in symbols(arg)]
    if len(at) != 1:
        return None
    operand, width = term.args[at[0]], term.sort.width
    match term.op:
        case Op.BVADD | Op.BVSUB | Op.BVXOR:
            other = substituted(term.args[1 - at[0]], binding)
            return operand, _other_operand(term.op, width, value, other, is_first=at[0] == 0)
        case Op.EXTRACT if isinstance(operand, Term) and term.payload == (width - 1, 0):
            return operand, extend(value, width, operand.sort.width, signed=False)
        case Op.SIGNEXT | Op.ZEROEXT if isinstance(operand, Term):
            return operand, extract(value, operand.sort.width - 1, 0)
        case Op.BVAND if not isinstance(term.args[1 - at[0]], Term):
            return operand, value
        case _:
            return None


def _other_operand(op: Op, width: int, result: Value, known: Value, *, is_first: bool) -> Value:
    """Return the first or second operand of an operation with this result, if the other operand is `known`."""
    if op is Op.BVADD:
        return binary(Op.BVSUB, width, result, known)
    if op is Op.BVXOR:
        return binary(Op.BVXOR, width, result, known)
    return binary(Op.BVADD, width, result, known) if is_first else binary(Op.BVSUB, width, known, result)
