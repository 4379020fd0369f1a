"""Checking a proof again: the edges on which a heap was made larger, or given up for another, by entailment.

Law: if `recheck` finds nothing, every edge of these kinds leads from a heap to one that it entails.  A heap that is
not known to entail another is reported; so is one where the solver could not tell.
"""

from __future__ import annotations

from dataclasses import replace

import immutables

from symheap.separation.entail import entails
from symheap.separation.formula import SymbolicHeap
from symheap.separation.logic import Logic
from symheap.separation.transition import Edge, EdgeKind, System


def abstracting(system: System) -> list[Edge]:
    """The edges that do more than execute: they cover, widen, or lead to a heap that was folded."""
    return [edge for edge in system.edges if edge.kind is not EdgeKind.STEP or edge.heap is not None]


def recheck(logic: Logic, system: System) -> list[Edge]:
    """The edges of `abstracting` that do not hold.  `logic` is best a new one, which remembers nothing."""
    return [edge for edge in abstracting(system) if not _holds(logic, system, edge)]


def _holds(logic: Logic, system: System, edge: Edge) -> bool:
    before, after = _before(system, edge), system.vertices[edge.target].heap
    return _fact(before) == _fact(after) or entails(logic, before, after)


def _before(system: System, edge: Edge) -> SymbolicHeap:
    """What the step came to; without one, the heap that a larger one replaced."""
    return system.vertices[edge.source].heap if edge.heap is None else edge.heap


def _fact(heap: SymbolicHeap) -> SymbolicHeap:
    """A heap without its comments: equal ones mean the same."""
    return replace(heap, next_symbol=0, gone=immutables.Map())
