"""Merging of two path conditions: what both say, what one side adds, and a guard that tells the sides apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symheap.core.terms import BOOL, Term, Value, conjunction, implies, ite, not_, or_
from symheap.solver.path import PathCondition

Chain = tuple[PathCondition, ...]


def chain_of(path: PathCondition) -> Chain:
    """Return the conjuncts of a path, as positions on it, in path order."""
    positions: list[PathCondition] = []
    at: PathCondition | None = path
    while at is not None and at.term is not None:
        positions.append(at)
        at = at.parent
    return tuple(reversed(positions))


def common_length(left: Chain, right: Chain) -> int:
    """Return how many conjuncts two chains share from the beginning."""
    for at, (a, b) in enumerate(zip(left, right, strict=False)):
        if a.term is not b.term:
            return at
    return min(len(left), len(right))


@dataclass(frozen=True, slots=True)
class Fork:
    """Two paths with disjoint conditions.

    `before` is their common beginning and `shared` what both have assumed since, with whether it is a fact for both.
    `left` and `right` are the decisions of one side only, and `left_facts` and `right_facts` its facts. `guard` holds
    on the left path and not on the right one.
    """

    before: PathCondition
    shared: tuple[tuple[Term, bool], ...]
    left: tuple[Term, ...]
    right: tuple[Term, ...]
    left_facts: tuple[Term, ...]
    right_facts: tuple[Term, ...]
    guard: Value

    @property
    def condition(self) -> Value:
        """The condition that one of the sides was taken, given what is shared."""
        if isinstance(self.guard, Term):
            after = _without(self.left, self.guard), _without(self.right, not_(self.guard))
            if after[0] is not None and after[1] is not None:
                return ite(self.guard, conjunction(after[0]), conjunction(after[1]), BOOL)
        return or_(conjunction(self.left), conjunction(self.right))

    def facts(self, known: Iterable[Value], left: Iterable[Value], right: Iterable[Value]) -> tuple[Value, ...]:
        """Return the facts of the merged path: those that hold anyway, those of both sides, and those of one side
        under its guard.
        """
        ours, theirs = dict.fromkeys((*self.left_facts, *left)), dict.fromkeys((*self.right_facts, *right))
        certain = dict.fromkeys((*known, *(fact for fact in ours if fact in theirs)))
        mine = conjunction(fact for fact in ours if fact not in certain)
        yours = conjunction(fact for fact in theirs if fact not in certain)
        return (*certain, implies(self.guard, mine), implies(not_(self.guard), yours))


def _without(decisions: tuple[Term, ...], one: Value) -> tuple[Term, ...] | None:
    return tuple(each for each in decisions if each is not one) if one in decisions else None


def fork_of(left: Chain, right: Chain, root: PathCondition) -> Fork | None:
    """Return how two paths differ; None if nothing tells them apart."""
    common = _to_a_step(left, common_length(left, right))
    ours, theirs = left[common:], right[common:]
    said = {each.term: each.is_fact for each in theirs if each.term is not None}
    mine = {each.term: each.is_fact for each in ours if each.term is not None}
    shared = tuple((term, fact and said[term]) for term, fact in mine.items() if term in said)
    ours_only = [(term, fact) for term, fact in mine.items() if term not in said]
    theirs_only = [(term, fact) for term, fact in said.items() if term not in mine]
    decided = tuple(term for term, fact in ours_only if not fact), tuple(term for term, fact in theirs_only if not fact)
    guard = _guard(decided[0], decided[1], left, right)
    if guard is None:
        return None
    return Fork(
        left[common - 1] if common else root,
        shared,
        *decided,
        tuple(term for term, fact in ours_only if fact),
        tuple(term for term, fact in theirs_only if fact),
        guard,
    )


def _to_a_step(chain: Chain, common: int) -> int:
    """Return the length of a shorter or equal beginning that does not end amid conjuncts that were assumed together.

    Such conjuncts share their literals, so a position between them knows the later ones, too.
    """
    while 0 < common < len(chain) and chain[common - 1].literals is chain[common].literals:
        common -= 1
    return common


def _guard(left: tuple[Term, ...], right: tuple[Term, ...], ours: Chain, theirs: Chain) -> Value | None:
    """Return a condition that holds on the left path and not on the right one: one decision if one is enough."""
    if not left or not right:
        return None
    for decision in left:
        if theirs[-1].says(decision) is False:
            return decision
    for decision in right:
        if ours[-1].says(decision) is False:
            return not_(decision)
    return conjunction(left) if len(left) <= len(right) else not_(conjunction(right))
