"""Decide an entailment between heaps of lists, by matching the right heap in every case of the left one.

A step matches an atom of the right heap with the atoms at its address on the left, or splits a case.  An acyclic list
is precise and both sides share their variables, so what an atom is matched with is determined: a case holds if and only
if the cases of its step do.  Only a list that may be a cycle offers a choice: to be empty, or not.

Law: if the answer is `Holds`, every model of the left heap is one of the right heap.
"""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.core.terms import Op, Term
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.lists.case import Case, Comparison, Goal
from symheap.separation.lists.matching import HOLDS, Choice, Next, Split, advanced, compared, leftover
from symheap.separation.lists.normal import conflict, owners_of, simple

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
    goal = None if right is None else Goal(right.atoms, tuple(_comparison(fact) for fact in right.pure))
    try:
        failed = _Search().failed(Case(left, (False,) * len(left.atoms), goal))
    except _TooManySteps:
        return GaveUp()
    return Holds() if failed is None else Open(failed.heap)


def _comparison(fact: Term) -> Comparison:
    equation = fact if fact.op is Op.EQ else fact.args[0]
    assert isinstance(equation, Term)
    one, other = equation.args
    return Comparison(fact.op is Op.EQ, one, other)


class _TooManySteps(Exception):
    pass


class _Search:
    """A depth-first search for a case that does not hold."""

    def __init__(self) -> None:
        self._steps = 0

    def failed(self, whole: Case) -> Case | None:
        """Return a part of a case, in normal form, that does not hold; None if the case holds."""
        waiting = [whole]
        while waiting:
            tick()
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise _TooManySteps
            case = simple(waiting.pop())
            if case is None:
                continue
            step = _step(case)
            if isinstance(step, Next):
                waiting.append(step.case)
            elif step == HOLDS:
                continue
            elif cases := conflict(case):
                waiting += reversed(cases)
            elif isinstance(step, Split):
                waiting += reversed(step.cases)
            else:
                failed = case if step is None else self._failed_choice(step)
                if failed is not None:
                    return failed
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
    """Return the next step of a case; None if it does not hold.  Steps that need no cases come first.

    A step other than `Next` is correct only in normal form.
    """
    goal = case.goal
    if goal is None:
        return None
    owners = owners_of(case)
    steps = [compared(case, owners, each) for each in goal.comparisons]
    delayed: Split | Choice | None = None
    for step in (*steps, *(advanced(case, owners, number) for number in range(len(goal.atoms)))):
        if step is None or isinstance(step, Next):
            return step
        if delayed is None or (isinstance(delayed, Choice) and isinstance(step, Split)):
            delayed = step
    return delayed or leftover(case)
