"""The initial values of objects of static lifetime."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from symheap.lang.c.front.errors import NotConstant
from symheap.lang.c.front.types import CType, Record
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.conversions import convert
from symheap.lang.c.lower.dispatch import constant
from symheap.lang.c.lower.initializers import Leaf, leaves
from symheap.memory.expressions import AddressOf, Expression, Number
from symheap.memory.ir import Piece


def pieces(context: Context, ctype: CType, node: c_ast.Node) -> Iterator[Piece]:
    """Yield the initial values that `node` gives an object of type `ctype`.  Bit-fields of one unit are one piece."""
    values: dict[int, Expression] = {}
    bits: dict[tuple[int, int], int] = {}
    for leaf in leaves(context, ctype, node):
        if leaf.node is None:
            values.update((leaf.offset + index, fold.number(byte, 1)) for index, byte in enumerate(leaf.data))
        elif leaf.bits is not None:
            unit = (leaf.offset, leaf.bits.size)
            bits[unit] = _with_bits(leaf, bits.get(unit, 0), _constant(context, leaf))
        else:
            values[leaf.offset] = _constant(context, leaf)
    values.update(_units(bits))
    for offset in sorted(values):
        yield Piece(offset, values[offset])


def _constant(context: Context, leaf: Leaf) -> Expression:
    assert leaf.node is not None
    if isinstance(leaf.type, Record):
        raise context.unsupported("a record as part of a static initialiser", leaf.node)
    try:
        given = constant(context, leaf.node)
    except NotConstant:
        raise context.wrong("the initialiser is not constant", leaf.node) from None
    new = convert(context, given, leaf.type).expression
    base, _ = fold.split(new)
    if not isinstance(base, (Number, AddressOf)):
        raise context.wrong("the initialiser is not constant", leaf.node)
    return new


def _with_bits(leaf: Leaf, before: int, new: Expression) -> int:
    assert leaf.bits is not None
    assert isinstance(new, Number)
    mask = (1 << leaf.bits.width) - 1
    return before & ~(mask << leaf.bits.shift) | (new.value & mask) << leaf.bits.shift


def _units(bits: dict[tuple[int, int], int]) -> dict[int, Expression]:
    """Return the values of units; units that overlap, as in packed records, are split into bytes."""
    taken: dict[int, int] = {}
    for offset, size in bits:
        for byte in range(offset, offset + size):
            taken[byte] = taken.get(byte, 0) + 1
    units: dict[int, Expression] = {}
    overlapping: dict[int, int] = {}
    for (offset, size), value in bits.items():
        if all(taken[byte] == 1 for byte in range(offset, offset + size)):
            units[offset] = fold.number(value, size)
            continue
        for index in range(size):
            overlapping[offset + index] = overlapping.get(offset + index, 0) | value >> 8 * index & 255
    units.update((offset, fold.number(byte, 1)) for offset, byte in overlapping.items())
    return units
