"""Values of registers as terms.  None is a value that the walk does not model."""

from __future__ import annotations

from typing import Final

from symheap.core.origin import Origin
from symheap.core.terms import BV32, BV64, NULL, REF, Op, Term, Value, symbol
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.booleans import not_
from symheap.core.theories.choice import ite
from symheap.core.theories.equality import eq
from symheap.lang.java.classes import JavaField
from symheap.objects import ir

THIS: Final = symbol(Origin.root("this"), REF)

SORTS: Final = {"I": BV32, "J": BV64, "L": REF, "[": REF}
"""The types whose values are followed, by the first letters of their descriptors."""
Registers = tuple[Value | None, ...]


def less(a: Value, b: Value) -> Value:
    """``a < b`` of two ints, or of two longs."""
    width = next((x.sort.width for x in (a, b) if isinstance(x, Term)), 32)
    return bitvector(Op.BVSLT, width, a, b)


def not_less(a: Value, b: Value) -> Value:
    return not_(less(a, b))


def extreme(name: str, a: Value | None, b: Value | None) -> Value | None:
    """The larger or the smaller one of two ints."""
    if a is None or b is None:
        return None
    return ite(less(a, b), b, a, BV32) if name.endswith("max") else ite(less(a, b), a, b, BV32)


def is_null(value: Value | None) -> Value | None:
    if value is THIS:
        return False
    return eq(value, NULL) if isinstance(value, Term) and value.sort is REF else None


def default_of(declared: JavaField) -> Value | None:
    return NULL if declared.descriptor[0] in "L[" else 0 if declared.descriptor in "ZBCSIJ" else None


def with_register(registers: Registers, dst: int | None, value: Value | None) -> Registers:
    if dst is None or dst == ir.DISCARD:
        return registers
    return (*registers[:dst], value, *registers[dst + 1 :])


def compared(i: ir.Binary, registers: Registers) -> Value | None:
    a, b = registers[i.a], registers[i.b]
    if i.op is not ir.Operator.EQUAL or a is None or b is None:
        return None
    if THIS in (a, b) and NULL in (a, b):
        return False
    return eq(a, b)


def computed(i: ir.Compute, registers: Registers) -> Value | None:
    given = [registers[n] for n in i.args]
    if any(each is None for each in given):
        return None
    return i.operation.apply(*given)
