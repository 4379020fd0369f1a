"""Check a proof again: the edges that widen a heap or replace it by another one, by entailment.

Law: if `recheck` returns nothing, every edge of these kinds leads from a heap to one that it entails.  A heap that is
not known to entail another is reported, also if the solver could not tell.
"""

from __future__ import annotations

from dataclasses import replace

import immutables

from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.proof.transition import Edge, EdgeKind, System


def abstracting(system: System) -> list[Edge]:
    """Return the edges that do more than execute: they cover, widen, or lead to a folded heap."""
    return [edge for edge in system.edges if edge.kind is not EdgeKind.STEP or edge.heap is not None]


def recheck(logic: Logic, system: System) -> list[Edge]:
    """Return the edges of `abstracting` that do not hold.  `logic` is best a new one, without a cache."""
    return [edge for edge in abstracting(system) if not _holds(logic, system, edge)]


def _holds(logic: Logic, system: System, edge: Edge) -> bool:
    before, after = _before(system, edge), system.vertices[edge.target].heap
    return _fact(before) == _fact(after) or entails(logic, before, after)


def _before(system: System, edge: Edge) -> SymbolicHeap:
    """Return the heap before abstraction: the result of the step, or else the heap that a larger one replaced."""
    return system.vertices[edge.source].heap if edge.heap is None else edge.heap


def _fact(heap: SymbolicHeap) -> SymbolicHeap:
    """Return a heap without its comments: equal ones mean the same."""
    return replace(heap, next_symbol=0, gone=immutables.Map())
