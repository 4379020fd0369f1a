"""Find where an abstraction lost what a proof needs: the earliest discontinuity of a failed proof.

Law: the doomed state of a discontinuity satisfies the heap after the abstraction there, and not the one before.

Rule: [SLAyer] section 5, Algorithm 2, "diagnose".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import immutables

from symheap.refinement.doomed import DoomedState, Synthesis
from symheap.refinement.models import satisfies
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.proof.slicing import slice_of
from symheap.separation.proof.transition import Edge, System

_MOST_STATES: Final = 4
"""Largest number of doomed states of one heap to examine: some may satisfy the heap before, too."""


@dataclass(frozen=True, slots=True)
class Discontinuity:
    """At `edge`, the abstraction turned `before` into `after`; `doomed` satisfies only the latter."""

    edge: Edge
    before: SymbolicHeap
    after: SymbolicHeap
    doomed: DoomedState


@dataclass(frozen=True, slots=True)
class Undiagnosed:
    """No discontinuity was found: the ``time`` was over, or there is ``none`` in the examined `edges`."""

    reason: str
    edges: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Edges to examine, produced lazily, and the synthesis to use."""

    edges: Iterable[Edge]
    synthesis: Synthesis


def diagnose(
    system: System, passes: Sequence[Pass], is_late: Callable[[], bool] = lambda: False
) -> Iterator[Discontinuity | Undiagnosed]:
    """Yield the edges at which folding or joining let a doomed state in, the earliest first.

    Edges are in the order in which the analysis made them, so that the heap before each depends on earlier ones only.
    The first of `passes` is quick, and later ones search further.  The last item says what ended the search.

    Rule: [SLAyer] section 5, "diagnose" of Algorithm 2.
    """
    looked_at: set[int] = set()
    for each in passes:
        seen: dict[int, list[DoomedState]] = {}
        for edge in each.edges:
            if is_late():
                yield Undiagnosed("time", len(looked_at))
                return
            looked_at.add(id(edge))
            target = system.vertices[edge.target]
            if edge.target not in seen:
                seen[edge.target] = list(islice(each.synthesis.doomed(target.point, target.heap), _MOST_STATES))
            discontinuity = _brought_in(edge, target.heap, seen[edge.target])
            if discontinuity is not None:
                yield discontinuity
    yield Undiagnosed("none", len(looked_at))


def _brought_in(edge: Edge, after: SymbolicHeap, states: Sequence[DoomedState]) -> Discontinuity | None:
    """Return the discontinuity at an edge, if one of the doomed states is new after it."""
    before = edge.heap
    assert before is not None
    for doomed in states:
        if not satisfies(doomed.state, before):
            return Discontinuity(edge, before, after, doomed)
    return None


def widened(system: System) -> Iterator[Edge]:
    """Return the edges of the slice on which a heap was made larger: ``widened (ℓ, ℓ')``."""
    leading = slice_of(system, *system.failures).vertices
    return (
        edge
        for edge in system.edges
        if edge.heap is not None
        and edge.target in leading
        and _fact(edge.heap) != _fact(system.vertices[edge.target].heap)
    )


def _fact(heap: SymbolicHeap) -> SymbolicHeap:
    """Return a heap without its comments: equal ones mean the same."""
    return replace(heap, next_symbol=0, gone=immutables.Map())
