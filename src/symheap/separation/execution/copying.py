"""``memmove``, ``memset`` and the copying of aggregates on symbolic heaps."""

from __future__ import annotations

from dataclasses import replace

import immutables

from symheap.core.source import Position
from symheap.core.terms import Value, wrap
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.ir import Copy, Fill
from symheap.separation.entailment.logic import carrying
from symheap.separation.execution.execute import CallContext, Fault, Result, evaluated, execute
from symheap.separation.execution.exposing import Found, Missing, expose
from symheap.separation.heaps.cells import chunks, cleared, overlapping, piece, unknown_ranges, written
from symheap.separation.heaps.formula import Object, SymbolicHeap

MOST_BYTES = 4096
"""A longer range is not copied cell by cell: the target becomes unknown."""


@execute.register
def _copy(command: Copy, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    heap, (target, source, count) = evaluated(frame, heap, command.target, command.source, command.count)
    if not isinstance(count, int) or count < 0:
        return [_unknown_count(heap, command.position)]
    if count == 0:
        return [heap]
    heap, (name,) = carrying(heap, (target,))
    results: list[Result] = []
    for case in expose(frame.logic, heap, source, count):
        if isinstance(case, Missing):
            results.append(Fault(case.kind, command.position, case.heap, case.why))
            continue
        new, names = carrying(case.heap, (case.target.base, case.offset))
        for other in expose(frame.logic, new, new.roots[name], count):
            results += _copied(other, count, names, name, command)
    return results


def _copied(case: Found | Missing, count: int, names: tuple[str, ...], name: str, command: Copy) -> list[Result]:
    """Copy to the target of `case`; the roots `names` hold the base and the offset of the source."""
    position = command.position
    if isinstance(case, Missing):
        return [Fault(case.kind, position, case.heap, case.why)]
    if case.target.lifetime.is_read_only and not command.initial:
        return [Fault(MemoryErrorKind.READ_ONLY, position, case.heap, case.target.lifetime.described)]
    base, offset = (case.heap.roots[each] for each in names)
    heap = case.heap.without_roots((*names, name))
    if command.apart and base is case.target.base and _may_overlap(offset, case.offset, count):
        return [Fault(MemoryErrorKind.OVERLAP, position, heap, "source and target overlap")]
    if not isinstance(offset, int) or not isinstance(case.offset, int) or count > MOST_BYTES:
        return [forgotten(heap, case.target)]
    heap, source = _settled_bytes(heap, object_at(heap, base), offset, count)
    target = object_at(heap, case.target.base)
    new = replace(target, cells=cleared(target.cells, case.offset, count))
    for at, length, value in _pieces(source, offset, count):
        new = written(new, case.offset + at - offset, length, value)
    return [heap.replaced(target, new)]


def _may_overlap(one: Value, other: Value, count: int) -> bool:
    """Whether two different ranges of one object may share a byte.  Unknown offsets may be any."""
    if isinstance(one, int) and isinstance(other, int):
        return 0 < abs(one - other) < count
    return one is not other


def object_at(heap: SymbolicHeap, base: Value) -> Object:
    return next(atom for atom in heap.atoms if isinstance(atom, Object) and atom.base is base)


def _settled_bytes(heap: SymbolicHeap, thing: Object, offset: int, count: int) -> tuple[SymbolicHeap, Object]:
    """Return the object with symbols for the unknown bytes of a range, so that a copy has the same."""
    new = thing
    for start, length in list(unknown_ranges(thing, offset, count)):
        for at, size in chunks(start, length):
            heap, symbol = heap.fresh(size)
            new = written(new, at, size, symbol)
    return heap.replaced(thing, new), new


def _pieces(thing: Object, offset: int, count: int) -> list[tuple[int, int, Value]]:
    """Return the cells of a range, cut to it; bytes outside of all cells are zero."""
    result: list[tuple[int, int, Value]] = []
    at = offset
    for start, cell in overlapping(thing.cells, offset, count):
        if start > at:
            result.append((at, start - at, 0))
        at = max(at, start)
        length = min(start + cell.size, offset + count) - at
        result.append((at, length, piece(cell, at - start, length)))
        at += length
    if at < offset + count:
        result.append((at, offset + count - at, 0))
    return result


def forgotten(heap: SymbolicHeap, thing: Object) -> SymbolicHeap:
    """Make all bytes of an object unknown."""
    return heap.replaced(thing, replace(thing, cells=immutables.Map(), zero=False))


def _unknown_count(heap: SymbolicHeap, position: Position) -> Fault:
    """Return the fault of a range whose length is not known, since it may not fit."""
    return Fault(MemoryErrorKind.BOUNDS, position, heap, "the number of bytes is not known")


@execute.register
def _fill(command: Fill, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    heap, (target, count) = evaluated(frame, heap, command.target, command.count)
    byte: Value | None = None
    if command.byte is not None:
        heap, (byte,) = evaluated(frame, heap, command.byte)
    if not isinstance(count, int) or count < 0:
        return [_unknown_count(heap, command.position)]
    if count == 0:
        return [heap]
    results: list[Result] = []
    for case in expose(frame.logic, heap, target, count):
        if isinstance(case, Missing):
            results.append(Fault(case.kind, command.position, case.heap, case.why))
        elif case.target.lifetime.is_read_only and not command.initial:
            what = case.target.lifetime.described
            results.append(Fault(MemoryErrorKind.READ_ONLY, command.position, case.heap, what))
        else:
            results.append(_filled(case, byte if isinstance(byte, int) else None, count))
    return results


def _filled(case: Found, byte: int | None, count: int) -> SymbolicHeap:
    heap, thing = case.heap, case.target
    if not isinstance(case.offset, int):
        return forgotten(heap, thing)
    if byte is not None and byte & 0xFF == 0 and case.offset == 0 and count == thing.size:
        return heap.replaced(thing, replace(thing, cells=immutables.Map(), zero=True))
    cells = cleared(thing.cells, case.offset, count)
    if byte is None and not thing.zero:
        return heap.replaced(thing, replace(thing, cells=cells))
    new = replace(thing, cells=cells)
    for at, size in chunks(case.offset, count):
        value: Value
        if byte is None:
            heap, value = heap.fresh(size)
        else:
            value = wrap(int.from_bytes(bytes([byte & 0xFF]) * size, "little"), 8 * size)
        new = written(new, at, size, value)
    return heap.replaced(thing, new)
