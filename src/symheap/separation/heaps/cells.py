"""The bytes of one object: read, write and clear ranges at known offsets, little-endian.

Law: under any model, the bytes of the object after an operation are those before it, except in the range written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import immutables

from symheap.core.terms import Op, Term, Value, wrap
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.separation.heaps.formula import Cell, Object

Cells = immutables.Map[int, Cell]


def overlapping(cells: Cells, offset: int, size: int) -> Iterator[tuple[int, Cell]]:
    """Yield the cells with a byte in the range, by offset."""
    for at in sorted(at for at, cell in cells.items() if at < offset + size and offset < at + cell.size):
        yield at, cells[at]


def overlapping_others(cells: Mapping[int, Cell], offset: int, size: int) -> bool:
    """Whether some cell has a byte in a range."""
    return any(at < offset + size and offset < at + cell.size for at, cell in cells.items())


def piece(cell: Cell, start: int, size: int) -> Value:
    """Return `size` bytes of a cell from its byte `start` on."""
    if isinstance(cell.value, Term):
        return extract(cell.value, 8 * (start + size) - 1, 8 * start)
    return wrap(cell.value >> (8 * start), 8 * size)


def read(thing: Object, offset: int, size: int) -> Value | None:
    """Return the value of a range, or None if some of its bytes are unknown."""
    parts: list[tuple[int, int, Value]] = []
    at = offset
    for start, cell in overlapping(thing.cells, offset, size):
        if start > at:
            if not thing.zero:
                return None
            parts.append((at, start - at, 0))
        at = max(at, start)
        length = min(start + cell.size, offset + size) - at
        parts.append((at, length, piece(cell, at - start, length)))
        at += length
    if at < offset + size:
        if not thing.zero:
            return None
        parts.append((at, offset + size - at, 0))
    if len(parts) == 1:
        return parts[0][2]
    return _joined(parts, offset, size)


def held(thing: Object, offset: int, size: int) -> Value | None:
    """Return the value of a cell, or 0 for zero bytes outside of all cells; None otherwise."""
    cell = thing.cells.get(offset)
    if cell is not None:
        return cell.value if cell.size == size else None
    return 0 if thing.zero and not overlapping_others(thing.cells, offset, size) else None


def is_zero_beside(cells: Mapping[int, Cell], one: Object, two: Object) -> bool:
    """Whether the bytes outside of `cells` are zero in both objects."""
    return one.zero and two.zero and set(one.cells) | set(two.cells) <= set(cells)


def _joined(parts: list[tuple[int, int, Value]], offset: int, size: int) -> Value:
    width = 8 * size
    whole: Value = 0
    for at, length, value in parts:
        wide = extend(value, 8 * length, width, signed=False)
        shifted = bitvector(Op.BVSHL, width, wide, 8 * (at - offset))
        whole = bitvector(Op.BVOR, width, whole, shifted)
    return whole


def cleared(cells: Cells, offset: int, size: int) -> Cells:
    """Remove a range from all cells; those that reach beyond it keep their other bytes."""
    changed = cells.mutate()
    for at, cell in overlapping(cells, offset, size):
        del changed[at]
        if at < offset:
            changed[at] = Cell(offset - at, piece(cell, 0, offset - at))
        end, last = offset + size, at + cell.size
        if last > end:
            changed[end] = Cell(last - end, piece(cell, end - at, last - end))
    return changed.finish()


def written(thing: Object, offset: int, size: int, value: Value) -> Object:
    """Return the object with `value` in a range."""
    if size == 0:
        return thing
    return replace(thing, cells=cleared(thing.cells, offset, size).set(offset, Cell(size, value)))


def chunks(offset: int, size: int) -> Iterator[tuple[int, int]]:
    """Split a range into pieces of 8, 4, 2 and 1 bytes at aligned offsets, where scalars usually lie."""
    end = offset + size
    while offset < end:
        length = next(n for n in (8, 4, 2, 1) if offset % n == 0 and offset + n <= end)
        yield offset, length
        offset += length


def unknown_ranges(thing: Object, offset: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a range that no cell covers, unless the object's other bytes are zero."""
    if thing.zero:
        return
    at = offset
    for start, cell in overlapping(thing.cells, offset, size):
        if start > at:
            yield at, start - at
        at = max(at, start + cell.size)
    if at < offset + size:
        yield at, offset + size - at
