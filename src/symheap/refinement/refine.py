"""Choose a finer abstraction by a discontinuity: one under which the doomed state is excluded.

Law: the doomed state of the discontinuity is no model of any heap that the refined abstraction makes, at that point, of
the heaps that had arrived there.  That is model checking of a concrete heap, not entailment.

Rule: [SLAyer] section 6: the basic algorithm for refinement; then minimised, as the paper suggests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from symheap.core.deadline import tick
from symheap.refinement.concrete import ConcreteHeap
from symheap.refinement.diagnose import Discontinuity
from symheap.refinement.doomed import Synthesis
from symheap.refinement.lattice import Candidate, finer, ordered
from symheap.refinement.models import satisfies
from symheap.separation.abstraction.precision import FINE, Feature, Precision
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.proof.analysis import Analysis
from symheap.separation.proof.transition import Edge, Point, System

_MOST_STATES: Final = 6
"""Largest number of doomed states of one discontinuity to exclude before the abstraction is tried as a whole."""
_MOST_CROWDS: Final = 4
_MOST_HEAPS: Final = 8
"""Largest number of the heaps at a crowded point that are compared."""


@dataclass(frozen=True, slots=True)
class Refined:
    """The finer `precision`, its new `features`, and `what` else is new.

    `states` are the excluded doomed states, `after` is the result of the finer abstraction on the same heaps.
    """

    precision: Precision
    features: frozenset[Feature] = frozenset()
    what: str = ""
    states: tuple[ConcreteHeap, ...] = ()
    after: tuple[SymbolicHeap, ...] = ()


@dataclass(frozen=True, slots=True)
class Refiner:
    """Refines; `analysis` makes a new analysis of the same program with a given precision."""

    analysis: Callable[[Precision], Analysis]
    synthesis: Synthesis | None = None
    is_late: Callable[[], bool] = lambda: False

    def refine(self, system: System, failure: Discontinuity, precision: Precision) -> Refined | None:
        """Return a refinement; None if no known finer abstraction excludes the doomed state, or the time is over.

        As long as another doomed state gets in at the same point, that is excluded, too.

        Rule: [SLAyer] section 6, "refine".
        """
        meeting = Meeting(self.analysis, system.vertices[failure.edge.target].point, arrivals(system, failure.edge))
        features = meeting.found(FINE) | meeting.found(precision)
        states = [failure.doomed.state]
        best: Candidate | None = None
        while len(states) <= _MOST_STATES:
            tick()
            chosen = self._excluding(meeting, precision if best is None else best.precision, features, states)
            if chosen is None:
                break
            best = chosen
            another = self._another(meeting, chosen.precision)
            if another is None:
                break
            states.append(another)
        if best is None:
            return None
        excluded = tuple(state for state in states if not meeting.admits(best.precision, [state]))
        least = self._minimal(meeting, precision, best.precision, excluded)
        new = (least.features or frozenset()) - (precision.features or frozenset())
        return Refined(least, new, best.what, excluded, tuple(meeting.met(least)))

    def _excluding(
        self, meeting: Meeting, precision: Precision, features: frozenset[Feature], states: Sequence[ConcreteHeap]
    ) -> Candidate | None:
        """Return the first finer abstraction that excludes all of the states."""
        for candidate in finer(precision, features):
            if self.is_late():
                return None
            if not meeting.admits(candidate.precision, states):
                return candidate
        return None

    def _another(self, meeting: Meeting, precision: Precision) -> ConcreteHeap | None:
        """Return a doomed state that still gets in at the same point, or None."""
        if self.synthesis is None:
            return None
        for heap in meeting.met(precision):
            for doomed in self.synthesis.doomed(meeting.point, heap):
                if not any(satisfies(doomed.state, before) for before in meeting.heaps):
                    return doomed.state
        return None

    def _minimal(self, meeting: Meeting, old: Precision, new: Precision, states: Sequence[ConcreteHeap]) -> Precision:
        """Return `new` without features that `old` lacks and that are not needed to exclude these and other states."""
        if new.features is None or old.features is None:
            return new
        least, kept = new, new.features
        for feature in reversed(ordered(new.features - old.features)):
            smaller = replace(new, features=kept - {feature})
            if smaller == old or meeting.admits(smaller, states) or self._another(meeting, smaller) is not None:
                continue
            least, kept = smaller, kept - {feature}
        return least

    def differing(self, system: System, precision: Precision) -> Iterator[Edge]:
        """Yield the edges at which the finest patterns give another result for the arrived heap."""
        coarse, fine = dict[Point, Analysis](), dict[Point, Analysis]()
        for edge in system.edges:
            point = system.vertices[edge.target].point
            if edge.heap is None or precision.features is None:
                continue
            ours = coarse.setdefault(point, self.analysis(precision)).met(point, (edge.heap,))
            theirs = fine.setdefault(point, self.analysis(FINE)).met(point, (edge.heap,))
            if ours != theirs:
                yield edge

    def folded(self, system: System, precision: Precision) -> Refined | None:
        """Return a refinement for heaps that were not folded: with all that those at the most crowded point share."""
        if precision.features is None:
            return None
        what = "the heaps at a loop grew without end"
        crowds = Counter(vertex.point for vertex in system.vertices if vertex.before is not None)
        for point, _ in crowds.most_common(_MOST_CROWDS):
            heaps = [vertex.before for vertex in system.vertices if vertex.point == point and vertex.before is not None]
            features = Meeting(self.analysis, point, heaps[:_MOST_HEAPS]).found(FINE) - precision.features
            if features:
                return Refined(precision.with_features(features), features, what)
        return everything(precision, what)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Heaps that arrive at one point one after the other, and the results of abstractions on them."""

    analysis: Callable[[Precision], Analysis]
    point: Point
    heaps: Sequence[SymbolicHeap]

    def met(self, precision: Precision) -> list[SymbolicHeap]:
        return self.analysis(precision).met(self.point, self.heaps)

    def admits(self, precision: Precision, states: Sequence[ConcreteHeap]) -> bool:
        """Whether one of the states gets in."""
        met = self.met(precision)
        return any(satisfies(state, heap) for state in states for heap in met)

    def found(self, precision: Precision) -> frozenset[Feature]:
        """Return the features that items have in common, including those that the abstraction does not keep."""
        analysis = self.analysis(precision)
        analysis.met(self.point, self.heaps)
        return frozenset(analysis.abstraction.used) | frozenset(analysis.abstraction.denied)


def everything(precision: Precision, why: str) -> Refined | None:
    """Return a refinement with all patterns that are found, for lack of a hint; None if they are in use already."""
    if precision.features is None:
        return None
    whole = replace(precision, features=None, keeps_memory=True)
    return Refined(whole, what=f"{why}: all that items have in common is kept")


def arrivals(system: System, last: Edge) -> list[SymbolicHeap]:
    """Return the heaps that had arrived at the point of an edge, up to it, before abstraction."""
    point = system.vertices[last.target].point
    heaps: list[SymbolicHeap] = []
    for edge in system.edges:
        if edge.heap is not None and system.vertices[edge.target].point == point:
            heaps.append(edge.heap)
        if edge is last:
            break
    return heaps
