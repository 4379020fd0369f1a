"""The symbolic heap in which a program begins: globals, strings and addresses of functions."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import immutables

from symheap.memory.ir import Global, Lifetime, Program
from symheap.separation.execution.evaluate import Evaluation
from symheap.separation.execution.liveness import globals_used
from symheap.separation.heaps.cells import written
from symheap.separation.heaps.formula import Cell, Object, SymbolicHeap


def initial_heap(program: Program) -> SymbolicHeap:
    """Return the initial heap: it has one model for each placement of the globals."""
    heap = SymbolicHeap()
    pointer = program.model.pointer
    used = sorted(globals_used(program))
    bases = {}
    for name in used:
        heap, bases[name] = heap.fresh(pointer)
        heap = heap.with_root(f"&{name}", bases[name])
    for name in used:
        known = program.globals.get(name)
        if known is None:
            thing = Object(bases[name], 1, lifetime=Lifetime.FUNCTION, name=name)
        else:
            thing = _initialised(heap, known, Object(bases[name], known.size, lifetime=known.lifetime, name=name))
        heap = heap.with_atoms(thing)
    return heap


def _initialised(heap: SymbolicHeap, known: Global, thing: Object) -> Object:
    """Return the object with its initial bytes, in one step if no pieces overlap (a table may have many thousands)."""
    evaluation = Evaluation(heap, 0)
    if not known.extern:
        thing = Object(thing.base, thing.size, immutables.Map(), lifetime=thing.lifetime, zero=True, name=thing.name)
    pieces = sorted(known.pieces, key=lambda piece: piece.offset)
    if all(piece.offset + piece.value.size <= after.offset for piece, after in pairwise(pieces)):
        cells = {piece.offset: Cell(piece.value.size, evaluation.value(piece.value)) for piece in pieces}
        return replace(thing, cells=immutables.Map(cells))
    for piece in known.pieces:
        thing = written(thing, piece.offset, piece.value.size, evaluation.value(piece.value))
    return thing
