"""``realloc`` on symbolic heaps."""

from __future__ import annotations

import immutables

from symheap.core.terms import Value, eq, not_
from symheap.memory.ir import Reallocate
from symheap.separation.entailment.logic import carrying
from symheap.separation.execution.execute import (
    CallContext,
    Fault,
    Result,
    ended,
    evaluated,
    execute,
    freed_at,
    without_ended,
)
from symheap.separation.heaps.cells import cleared
from symheap.separation.heaps.formula import Cell, Object, SymbolicHeap


@execute.register
def _reallocate(command: Reallocate, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    """Execute ``realloc``.

    A new object gets the bytes of the old one as far as both reach; then the old one is freed, unless this fails.
    """
    heap, (address, size) = evaluated(frame, heap, command.address, command.size)
    target = frame.register(command.target)
    heap, names = carrying(heap, (address, size))
    results: list[Result] = []
    for new in frame.logic.assume(heap, eq(address, 0)):
        new_size = new.roots[names[1]]
        results.append(_made(frame, new.without_roots(names), target, new_size, None))
        if command.may_fail:
            results.append(new.without_roots(names).with_root(target, 0))
    for new in frame.logic.assume(heap, not_(eq(address, 0))):
        for case in freed_at(frame, new, new.roots[names[0]], command.position):
            if isinstance(case, Fault):
                results.append(case)
                continue
            new_size = case.heap.roots[names[1]]
            rest = case.heap.without_roots(names)
            results.append(_made(frame, rest, target, new_size, case.target))
            if command.may_fail:
                results.append(rest.with_root(target, 0))
    return results


def _made(frame: CallContext, heap: SymbolicHeap, target: str, size: Value, old: Object | None) -> SymbolicHeap:
    heap = without_ended(heap)
    heap, base = heap.fresh(frame.pointer)
    new = Object(base, size, _kept(old, size))
    heap = heap.with_atoms(new)
    if old is not None:
        heap = ended(heap, old)
    return heap.with_root(target, base)


def _kept(old: Object | None, size: Value) -> immutables.Map[int, Cell]:
    """Return the cells of the old object that the new one has, too.  Zero bytes without a cell become unknown."""
    if old is None or not isinstance(size, int):
        return immutables.Map()
    end = max((offset + cell.size for offset, cell in old.cells.items()), default=0)
    return cleared(old.cells, size, end - size) if end > size else old.cells
