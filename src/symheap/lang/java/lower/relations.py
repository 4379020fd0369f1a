"""Comparisons of two integers, as truth values: what branches of bytecode decide by."""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.bitvectors import bitvector
from symheap.core.terms import Op, Value, eq, not_
from symheap.objects.ir import Operation

Relation = Callable[[Value, Value], Value]


def _less(width: int) -> Relation:
    def less(a: Value, b: Value) -> Value:
        return a < b if isinstance(a, int) and isinstance(b, int) else bitvector(Op.BVSLT, width, a, b)

    return less


def _relations(prefix: str, width: int) -> dict[str, Operation]:
    less = _less(width)
    applied: dict[str, Relation] = {
        "eq": eq,
        "ne": lambda a, b: not_(eq(a, b)),
        "lt": less,
        "ge": lambda a, b: not_(less(a, b)),
        "gt": lambda a, b: less(b, a),
        "le": lambda a, b: not_(less(b, a)),
    }
    return {name: Operation(f"{prefix}{name}", apply) for name, apply in applied.items()}


INT_RELATIONS = _relations("i", 32)
LONG_RELATIONS = _relations("l", 64)
