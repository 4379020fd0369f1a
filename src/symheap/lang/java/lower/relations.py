"""Comparisons as truth values, by their names in branch instructions."""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.terms import Op, Value, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.lang.java.values import operations
from symheap.objects.ir import Operation

INT_RELATIONS = {
    "eq": operations.ICMP_EQ,
    "ne": operations.ICMP_NE,
    "lt": operations.ICMP_LT,
    "ge": operations.ICMP_GE,
    "gt": operations.ICMP_GT,
    "le": operations.ICMP_LE,
}
ZERO_RELATIONS = {
    "eq": operations.IEQ0,
    "ne": operations.INE0,
    "lt": operations.ILT0,
    "ge": operations.IGE0,
    "gt": operations.IGT0,
    "le": operations.ILE0,
}


def _less(a: Value, b: Value) -> Value:
    return a < b if type(a) is int and type(b) is int else bitvector(Op.BVSLT, 64, a, b)


def _long(name: str, relation: Callable[[Value, Value], Value]) -> Operation:
    return Operation(f"LCMP_{name}", relation)


LONG_RELATIONS = {
    "eq": operations.ICMP_EQ,
    "ne": operations.ICMP_NE,
    "lt": _long("LT", _less),
    "ge": _long("GE", lambda a, b: not_(_less(a, b))),
    "gt": _long("GT", lambda a, b: _less(b, a)),
    "le": _long("LE", lambda a, b: not_(_less(b, a))),
}
"""Comparisons of two longs; equality does not depend on the width."""
