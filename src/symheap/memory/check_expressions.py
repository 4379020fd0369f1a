"""Check that an expression of the IR is well-formed; find its parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from symheap.memory.expressions import (
    SHIFTS,
    AddressOf,
    Binary,
    Conversion,
    Convert,
    Expression,
    Number,
    Register,
)

_WIDER: Final = frozenset({Conversion.SIGN_EXTEND, Conversion.ZERO_EXTEND})


def parts(expression: Expression) -> Iterator[Expression]:
    """Yield `expression` and all expressions in it."""
    work = [expression]
    while work:
        part = work.pop()
        yield part
        if isinstance(part, Binary):
            work += [part.right, part.left]
        elif isinstance(part, Convert):
            work.append(part.operand)


def registers(expression: Expression) -> set[Register]:
    return {part for part in parts(expression) if isinstance(part, Register)}


def addresses(expression: Expression) -> set[AddressOf]:
    return {part for part in parts(expression) if isinstance(part, AddressOf)}


def expression_problems(expression: Expression, pointer: int) -> Iterator[str]:
    for part in parts(expression):
        match part:
            case Number(value=value, size=size):
                if not -(1 << (8 * size - 1)) <= value < 1 << (8 * size - 1):
                    yield f"{value} is not the two's complement of {size} bytes"
            case AddressOf(size=size) if size != pointer:
                yield f"the address {part} has {size} bytes"
            case Binary(operator=operator, left=left, right=right):
                if operator not in SHIFTS and left.size != right.size:
                    yield f"operands of {left.size} and {right.size} bytes in {part}"
            case Convert(conversion=conversion, operand=operand, size=size):
                if conversion in _WIDER and size <= operand.size:
                    yield f"{part} does not widen"
                if conversion is Conversion.TRUNCATE and size >= operand.size:
                    yield f"{part} does not narrow"
            case _:
                pass
