"""Where an abstraction lost what a proof needs: the earliest discontinuity of a failed proof.

Law: the doomed state of a discontinuity satisfies what came out of the abstraction there, and not what went in.

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
from symheap.separation.formula import SymbolicHeap
from symheap.separation.slicing import slice_of
from symheap.separation.transition import Edge, System

_MOST_STATES: Final = 4
"""So many doomed states of one heap are looked at: one may have been there before."""


@dataclass(frozen=True, slots=True)
class Discontinuity:
    """At `edge`, `before` went into the abstraction and `after` came out; `doomed` satisfies only the latter."""

    edge: Edge
    before: SymbolicHeap
    after: SymbolicHeap
    doomed: DoomedState


@dataclass(frozen=True, slots=True)
class Undiagnosed:
    """No discontinuity was found: there was no more ``time``, or there is ``none`` in the `edges` looked at."""

    reason: str
    edges: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Edges to look at, found as one goes, and how."""

    edges: Iterable[Edge]
    synthesis: Synthesis


def diagnose(
    system: System, passes: Sequence[Pass], is_late: Callable[[], bool] = lambda: False
) -> Iterator[Discontinuity | Undiagnosed]:
    """The edges at which something was folded or joined such that a doomed state came in, the earliest first.

    Edges are in the order in which the analysis made them, so that what went into each depends on earlier ones only.
    The first of `passes` is quick, and later ones look further.  The last thing is what ended the search.

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
            found = _brought_in(edge, target.heap, seen[edge.target])
            if found is not None:
                yield found
    yield Undiagnosed("none", len(looked_at))


def _brought_in(edge: Edge, after: SymbolicHeap, states: Sequence[DoomedState]) -> Discontinuity | None:
    """The discontinuity at an edge, if one of the doomed states was not there before."""
    before = edge.heap
    assert before is not None
    for doomed in states:
        if not satisfies(doomed.state, before):
            return Discontinuity(edge, before, after, doomed)
    return None


def widened(system: System) -> Iterator[Edge]:
    """The edges of the slice, on which a heap was made larger: ``widened (ℓ, ℓ')``."""
    leading = slice_of(system, *system.failures).vertices
    return (
        edge
        for edge in system.edges
        if edge.heap is not None
        and edge.target in leading
        and _fact(edge.heap) != _fact(system.vertices[edge.target].heap)
    )


def _fact(heap: SymbolicHeap) -> SymbolicHeap:
    """A heap without its comments: equal ones mean the same."""
    return replace(heap, next_symbol=0, gone=immutables.Map())
