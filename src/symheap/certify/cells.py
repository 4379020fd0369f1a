"""The bytes of one object: little-endian, at known offsets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import immutables

from symheap.certify.values import binary, extended, extracted
from symheap.core.nodes import Value
from symheap.core.operators import Op
from symheap.separation.heaps.formula import Cell, Object

Cells = immutables.Map[int, Cell]
NO_CELLS: Cells = immutables.Map()


def touching(cells: Cells, offset: int, size: int) -> list[tuple[int, Cell]]:
    """Return the cells with a byte in a range, by offset."""
    result = [(at, cell) for at, cell in cells.items() if at < offset + size and offset < at + cell.size]
    return sorted(result, key=lambda each: each[0])


def part(cell: Cell, start: int, size: int) -> Value:
    """Return `size` bytes of a cell, from its byte `start` on."""
    if start == 0 and size == cell.size:
        return cell.value
    return extracted(cell.value, 8 * cell.size, 8 * (start + size) - 1, 8 * start)


def pieces(thing: Object, offset: int, size: int) -> Iterator[tuple[int, int, Value | None]]:
    """Split a range where cells begin and end; yield offset, size and value of each piece (None: unknown)."""
    blank: Value | None = 0 if thing.zero else None
    at, end = offset, offset + size
    for start, cell in touching(thing.cells, offset, size):
        if start > at:
            yield at, start - at, blank
            at = start
        length = min(start + cell.size, end) - at
        yield at, length, part(cell, at - start, length)
        at += length
    if at < end:
        yield at, end - at, blank


def read(thing: Object, offset: int, size: int) -> Value | None:
    """Return the value of a range, or None if some of its bytes are unknown."""
    width, whole = 8 * size, None
    for at, length, value in pieces(thing, offset, size):
        if value is None:
            return None
        if length == size:
            return value
        wide = extended(value, 8 * length, width, False)
        moved = binary(Op.BVSHL, width, wide, 8 * (at - offset)) if at > offset else wide
        whole = moved if whole is None else binary(Op.BVOR, width, whole, moved)
    return whole


def cleared(cells: Cells, offset: int, size: int) -> Cells:
    """Return the cells without the bytes of a range."""
    changed = cells.mutate()
    end = offset + size
    for at, cell in touching(cells, offset, size):
        del changed[at]
        if at < offset:
            changed[at] = Cell(offset - at, part(cell, 0, offset - at))
        if at + cell.size > end:
            changed[end] = Cell(at + cell.size - end, part(cell, end - at, at + cell.size - end))
    return changed.finish()


def written(thing: Object, offset: int, size: int, value: Value) -> Object:
    return replace(thing, cells=cleared(thing.cells, offset, size).set(offset, Cell(size, value)))


def forgotten(thing: Object) -> Object:
    """Return the object with all its bytes unknown."""
    return replace(thing, cells=NO_CELLS, zero=False)


def chunks(offset: int, size: int) -> Iterator[tuple[int, int]]:
    """Split a range into pieces of 8, 4, 2 and 1 bytes at aligned offsets, where scalars usually lie."""
    end = offset + size
    while offset < end:
        length = next(n for n in (8, 4, 2, 1) if offset % n == 0 and offset + n <= end)
        yield offset, length
        offset += length
