"""Decide an entailment between heaps of lists, by matching the right heap in every case of the left one.

A step matches an atom of the right heap with the atoms at its address on the left, or splits a case.  Lists are precise
and both sides share their variables, so what an atom is matched with is determined: a case holds if and only if
the cases of its step do.  Only a list that may be a cycle offers a choice: to be empty, or not.

Law: if the answer is `Holds`, every model of the left heap is one of the right heap.
"""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.core.terms import Op, Term, Value
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.lists.case import Case, equated
from symheap.separation.lists.matching import Choice, Next, Split, advanced, leftover
from symheap.separation.lists.normal import normal, owners_of

_MOST_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Holds:
    """The entailment holds."""


@dataclass(frozen=True, slots=True)
class Open:
    """A case in normal form that does not hold, as far as matching goes: its models are candidates for a refutation."""

    case: SymbolicHeap


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The search took too many steps."""


def decide(left: SymbolicHeap | None, right: SymbolicHeap | None) -> Holds | Open | GaveUp:
    """Decide whether every model of `left` is one of `right`; None has no model.

    Both sides have the same symbols, which are free variables or, on the left, existentially quantified.
    """
    if left is None:
        return Holds()
    search = _Search()
    goal = None if right is None else right.atoms
    try:
        for case in normal([Case(left, (False,) * len(left.atoms), goal)]):
            failed = _pure_failure(case, left, right) or search.failed(case)
            if failed is not None:
                return Open(failed.heap)
    except _TooManySteps:
        return GaveUp()
    return Holds()


def _pure_failure(case: Case, left: SymbolicHeap, right: SymbolicHeap | None) -> Case | None:
    """Return a case in which a pure fact of the right side is false."""
    if right is None:
        return None
    now: dict[Value, Value] = {before: case.heap.roots[name] for name, before in left.roots.items()}
    for fact in right.pure:
        equation = fact if fact.op is Op.EQ else fact.args[0]
        assert isinstance(equation, Term)
        a, b = (now.get(each, each) for each in equation.args)
        if fact.op is Op.EQ:
            if a is not b:
                return case
        elif found := normal(equated(case, a, b)):
            return found[0]
    return None


class _TooManySteps(Exception):
    pass


class _Search:
    """A depth-first search for a case that does not hold."""

    def __init__(self) -> None:
        self._steps = 0

    def failed(self, case: Case) -> Case | None:
        """Return a case that does not hold and that is part of `case`, which is in normal form."""
        waiting = [case]
        while waiting:
            tick()
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise _TooManySteps
            case = waiting.pop()
            step = _step(case)
            if step is None:
                return case
            if isinstance(step, Choice):
                failed = self._failed_choice(step)
                if failed is not None:
                    return failed
            else:
                waiting += normal(step.cases)[::-1] if isinstance(step, Split) else normal([step.case])
        return None

    def _failed_choice(self, step: Choice) -> Case | None:
        """Return a case in which none of the ways to match holds."""
        first: Case | None = None
        for case in step.ways:
            failed = self.failed(case)
            if failed is None:
                return None
            first = first or failed
        return first


def _step(case: Case) -> Next | Split | Choice | None:
    """Return the next step of a case; None if it does not hold.  Steps that need no cases come first."""
    if case.goal is None:
        return None
    if not case.goal:
        return leftover(case)
    owners = owners_of(case)
    delayed: Split | Choice | None = None
    for number in range(len(case.goal)):
        step = advanced(case, owners, number)
        if step is None or isinstance(step, Next):
            return step
        if delayed is None or (isinstance(delayed, Choice) and isinstance(step, Split)):
            delayed = step
    return delayed
