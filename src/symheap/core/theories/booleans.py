"""Negation, conjunction and disjunction."""

from __future__ import annotations

from collections.abc import Iterable

from symheap.core.nodes import Term, Value, make
from symheap.core.operators import Op
from symheap.core.sorts import BOOL


def not_(a: Value) -> Value:
    if isinstance(a, bool):
        return not a
    assert isinstance(a, Term)
    if a.op is Op.NOT:
        return a.args[0]
    negation = a.negation
    if negation is None:
        negation = a.negation = make(Op.NOT, BOOL, (a,))
    return negation


def and_(*conjuncts: Value) -> Value:
    return _connective(Op.AND, conjuncts)


def or_(*disjuncts: Value) -> Value:
    return _connective(Op.OR, disjuncts)


def conjunction(conjuncts: Iterable[Value]) -> Value:
    return _connective(Op.AND, tuple(conjuncts))


def disjunction(disjuncts: Iterable[Value]) -> Value:
    return _connective(Op.OR, tuple(disjuncts))


def implies(a: Value, b: Value) -> Value:
    return or_(not_(a), b)


def _connective(op: Op, operands: tuple[Value, ...]) -> Value:
    """Combine the operands: flattened, without repetitions, in the order of first occurrence."""
    absorbing = op is Op.OR
    kept: dict[Value, None] = {}
    for operand in operands:
        parts = operand.args if isinstance(operand, Term) and operand.op is op else (operand,)
        for part in parts:
            if isinstance(part, bool):
                if part is absorbing:
                    return absorbing
                continue
            if part in kept:
                continue
            if not_(part) in kept:
                return absorbing
            kept[part] = None
    if not kept:
        return not absorbing
    if len(kept) == 1:
        return next(iter(kept))
    return make(op, BOOL, tuple(kept))
