"""The heap in which a program begins, built from the program itself."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import immutables

from symheap.certify.cells import written
from symheap.certify.evaluation import Evaluation
from symheap.certify.heaps import fresh, with_root
from symheap.certify.rejection import Rejected
from symheap.memory.ir import Global, Lifetime, Program
from symheap.separation.heaps.formula import Cell, Object, SymbolicHeap


def initial_heap(program: Program, names: Collection[str]) -> SymbolicHeap:
    """Return the heap of the globals and functions with these names, at any addresses.  Others are not mentioned."""
    heap = SymbolicHeap()
    for name in sorted(names):
        heap, base = fresh(heap, program.model.pointer)
        heap = with_root(heap, f"&{name}", base)
    for name in sorted(names):
        heap = _with(heap, program, name)
    entry = program.functions[program.entry]
    for parameter in entry.parameters:
        heap, value = fresh(heap, parameter.size)
        heap = with_root(heap, f"0:{parameter.name}", value)
    return heap


def _with(heap: SymbolicHeap, program: Program, name: str) -> SymbolicHeap:
    base = heap.roots[f"&{name}"]
    known = program.globals.get(name)
    if known is None and name not in program.functions:
        raise Rejected(f"{name} is neither a global nor a function")
    assert not isinstance(base, int)
    if known is None:
        thing = Object(base, 1, lifetime=Lifetime.FUNCTION, name=name)
    else:
        thing = Object(base, known.size, lifetime=known.lifetime, zero=not known.extern, name=name)
        heap, thing = _initialised(heap, known, thing)
    return replace(heap, atoms=(*heap.atoms, thing))


def _initialised(heap: SymbolicHeap, known: Global, thing: Object) -> tuple[SymbolicHeap, Object]:
    """Return the object with its initial values.  The address of an object that is not named is unknown."""
    evaluation = Evaluation(heap, 0)
    pieces = sorted(known.pieces, key=lambda piece: piece.offset)
    ends = [piece.offset + piece.value.size for piece in pieces]
    if all(end <= after.offset for end, after in zip(ends, pieces[1:], strict=False)):
        cells = {piece.offset: Cell(piece.value.size, evaluation.value(piece.value)) for piece in pieces}
        return evaluation.heap, replace(thing, cells=immutables.Map(cells))
    for piece in known.pieces:
        thing = written(thing, piece.offset, piece.value.size, evaluation.value(piece.value))
    return evaluation.heap, thing
