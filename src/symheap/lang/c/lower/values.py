"""Values and places: the results of lowering an expression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from symheap.lang.c.front.types import BitRange, CType
from symheap.memory.expressions import Binary, Convert, Expression, Register


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a scalar type; for a record, `expression` is its address."""

    expression: Expression
    type: CType


@dataclass(frozen=True, slots=True)
class InRegister:
    register: Register
    type: CType


@dataclass(frozen=True, slots=True)
class InMemory:
    address: Expression
    type: CType


@dataclass(frozen=True, slots=True)
class InBits:
    """A bit-field of the unit at `address`."""

    address: Expression
    type: CType
    bits: BitRange


Place = Union[InRegister, InMemory, InBits]


def registers(expression: Expression) -> frozenset[Register]:
    """Return the registers that `expression` reads."""
    result: set[Register] = set()
    work = [expression]
    while work:
        part = work.pop()
        if isinstance(part, Register):
            result.add(part)
        elif isinstance(part, Binary):
            work += [part.left, part.right]
        elif isinstance(part, Convert):
            work.append(part.operand)
    return frozenset(result)


def depth(expression: Expression) -> int:
    """Return how deep operators are nested in `expression`."""
    deepest, work = 0, [(expression, 1)]
    while work:
        part, level = work.pop()
        deepest = max(deepest, level)
        if isinstance(part, Binary):
            work += [(part.left, level + 1), (part.right, level + 1)]
        elif isinstance(part, Convert):
            work.append((part.operand, level + 1))
    return deepest
