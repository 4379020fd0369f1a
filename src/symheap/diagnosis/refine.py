"""A finer abstraction, chosen by a discontinuity: one under which the doomed state does not come in.

Law: the doomed state of the discontinuity is no model of any heap that the refined abstraction makes, at that point, of
what had come there.  That is model checking of a concrete heap, not entailment.

Rule: 004, section 6: the basic algorithm for refinement; then minimised, as the paper suggests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from symheap.diagnosis.concrete import ConcreteHeap
from symheap.diagnosis.diagnose import Discontinuity
from symheap.diagnosis.doomed import Synthesis
from symheap.diagnosis.lattice import Candidate, finer
from symheap.diagnosis.models import satisfies
from symheap.shape.analysis import Analysis
from symheap.shape.formula import SymbolicHeap
from symheap.shape.precision import FINE, Feature, Precision
from symheap.shape.transition import Edge, Point, System

_MOST_STATES = 6
"""So many doomed states of one discontinuity are looked at before the abstraction is tried again as a whole."""


_MOST_CROWDS = 4
_MOST_HEAPS = 8


@dataclass(frozen=True, slots=True)
class Refined:
    """The finer `precision`, the `features` that are new in it, and `what` else is.

    `states` are the doomed states that were excluded, `after` is what the finer abstraction makes of the same heaps.
    """

    precision: Precision
    features: frozenset[Feature]
    what: str
    states: tuple[ConcreteHeap, ...]
    after: tuple[SymbolicHeap, ...]


@dataclass(frozen=True, slots=True)
class Refiner:
    """`analysis` makes a new one over the same program with a given precision."""

    analysis: Callable[[Precision], Analysis]
    synthesis: Synthesis | None = None
    is_late: Callable[[], bool] = lambda: False

    def refine(self, system: System, failure: Discontinuity, precision: Precision) -> Refined | None:
        """None: no finer abstraction is known that excludes the doomed state, or the time is over."""
        point, heaps = system.vertices[failure.edge.target].point, arrivals(system, failure.edge)
        found = self._found(point, heaps, FINE) | self._found(point, heaps, precision)
        states = [failure.doomed.state]
        best: Candidate | None = None
        while len(states) <= _MOST_STATES:
            chosen = self._excluding(point, heaps, best.precision if best else precision, found, states)
            if chosen is None:
                break
            best = chosen
            another = self._another(point, heaps, chosen.precision, failure)
            if another is None:
                break
            states.append(another)
        if best is None:
            return None
        best, kept = self._minimal(point, heaps, precision, best, states, failure)
        new = (best.precision.features or frozenset()) - (precision.features or frozenset())
        return Refined(best.precision, new, best.what, kept, tuple(self._met(point, heaps, best.precision)))

    def differing(self, system: System, precision: Precision) -> Iterator[Edge]:
        """The edges at which the finest patterns make something else of what has come there."""
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
        """A finer abstraction for heaps that were not folded: with all that those at the most crowded point share."""
        if precision.features is None:
            return None
        crowds = Counter(vertex.point for vertex in system.vertices if vertex.before is not None)
        for point, _ in crowds.most_common(_MOST_CROWDS):
            heaps = [vertex.before for vertex in system.vertices if vertex.point == point and vertex.before is not None]
            found = self._found(point, heaps[:_MOST_HEAPS], FINE) - precision.features
            if found:
                what = "the heaps at a loop grew without end"
                return Refined(precision.with_features(found), found, what, (), ())
        everything = Precision(counted=precision.counted, delay=precision.delay)
        return Refined(
            everything, frozenset(), "the heaps at a loop grew without end: all that is found is kept", (), ()
        )

    def _found(self, point: Point, heaps: Sequence[SymbolicHeap], precision: Precision) -> frozenset[Feature]:
        """What the items have in common, as far as an abstraction finds it: also what it does not keep."""
        analysis = self.analysis(precision)
        analysis.met(point, heaps)
        return frozenset(analysis.abstraction.used) | frozenset(analysis.abstraction.denied)

    def _met(self, point: Point, heaps: Sequence[SymbolicHeap], precision: Precision) -> list[SymbolicHeap]:
        return self.analysis(precision).met(point, heaps)

    def _admits(
        self, point: Point, heaps: Sequence[SymbolicHeap], precision: Precision, states: Sequence[ConcreteHeap]
    ) -> bool:
        """Whether one of the states comes in by an abstraction."""
        met = self._met(point, heaps, precision)
        return any(satisfies(state, heap) for state in states for heap in met)

    def _excluding(
        self,
        point: Point,
        heaps: Sequence[SymbolicHeap],
        precision: Precision,
        found: frozenset[Feature],
        states: Sequence[ConcreteHeap],
    ) -> Candidate | None:
        """The first finer abstraction by which none of the states comes in."""
        for candidate in finer(precision, found):
            if self.is_late():
                return None
            if not self._admits(point, heaps, candidate.precision, states):
                return candidate
        return None

    def _another(
        self, point: Point, heaps: Sequence[SymbolicHeap], precision: Precision, failure: Discontinuity
    ) -> ConcreteHeap | None:
        """A doomed state that still comes in at the same point."""
        if self.synthesis is None:
            return None
        for heap in self._met(point, heaps, precision):
            for doomed in self.synthesis.doomed(point, heap):
                if not any(satisfies(doomed.state, before) for before in heaps):
                    return doomed.state
        return None

    def _minimal(
        self,
        point: Point,
        heaps: Sequence[SymbolicHeap],
        precision: Precision,
        best: Candidate,
        states: Sequence[ConcreteHeap],
        failure: Discontinuity,
    ) -> tuple[Candidate, tuple[ConcreteHeap, ...]]:
        """Without features that are not needed to exclude the states that were excluded, nor any other."""
        kept = tuple(state for state in states if not self._admits(point, heaps, best.precision, [state]))
        if best.precision.features is None or precision.features is None:
            return best, kept
        new = sorted(best.precision.features - precision.features, key=lambda each: (-len(each.path), str(each)))
        for feature in new:
            if len(best.precision.features - precision.features) > 1:
                assert best.precision.features is not None
                smaller = replace(best.precision, features=best.precision.features - {feature})
                is_enough = not self._admits(point, heaps, smaller, kept)
                if is_enough and self._another(point, heaps, smaller, failure) is None:
                    best = Candidate(smaller, what=best.what)
        return best, kept


def everything(precision: Precision, why: str) -> Refined | None:
    """With all patterns that are found, where nothing says which are needed; None: they are in use."""
    if precision.features is None:
        return None
    whole = replace(precision, features=None, keeps_memory=True)
    return Refined(whole, frozenset(), f"{why}: all that items have in common is kept", (), ())


def arrivals(system: System, last: Edge) -> list[SymbolicHeap]:
    """The heaps that had come to the point of an edge, up to it, before they were abstracted."""
    point = system.vertices[last.target].point
    found: list[SymbolicHeap] = []
    for edge in system.edges:
        if edge.heap is not None and system.vertices[edge.target].point == point:
            found.append(edge.heap)
        if edge is last:
            break
    return found
