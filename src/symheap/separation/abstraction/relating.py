"""Pure facts of a join: facts of both heaps about the symbols that stand for their values.

Candidates are the facts of either heap, with bounds at thresholds; where lists have lengths, also the proposals of the
numeric domains of `numbers`.  A candidate becomes a fact once it is proved in both heaps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from symheap.core.substitution import substituted
from symheap.core.terms import Op, Term, Value, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.walk import symbols
from symheap.separation.abstraction.numbers import Numbers
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.bounds import moved
from symheap.separation.heaps.formula import SymbolicHeap, split
from symheap.separation.heaps.renaming import renamed

Stands = tuple[Term, Value, Value]
"""A symbol of the join, with its value in either heap."""


@dataclass(frozen=True, slots=True)
class Related:
    """The join with its facts; `is_lossy` if relations between numbers and the length of a list may be lost."""

    heap: SymbolicHeap
    is_lossy: bool = False


@dataclass(frozen=True, slots=True)
class Relating:
    """Two heaps, with the symbols of their join; `lengths` are the symbols that stand for lengths of lists."""

    logic: Logic
    p: SymbolicHeap
    q: SymbolicHeap
    pairs: Sequence[Stands]
    lengths: Sequence[Term] = ()

    def related(self, heap: SymbolicHeap, thresholds: set[int]) -> Related | None:
        """Return the join with its facts; symbols determined by others are replaced.  None: it would have no model."""
        if not self.lengths:
            return Related(replace(heap, pure=self._proved(self._candidates(thresholds))))
        numbers = Numbers(self.p, self.q, self.pairs)
        values, equations = numbers.solved(self.lengths, self._holds)
        hidden = numbers.hidden(self.lengths)
        candidates = self._candidates(thresholds, hidden) | equations
        facts = self._proved(candidates | numbers.bounds(thresholds) | numbers.residues())
        new = renamed(replace(heap, pure=facts), values)
        tied = {each for fact in equations for each in symbols(fact)}
        tied |= {each for side in hidden for value in side.values() for each in symbols(value)}
        is_open = any(each not in values and each not in tied for each in self.lengths)
        return None if new is None else Related(new, is_open and bool(self.p.pure or self.q.pure))

    def _holds(self, fact: Value) -> bool:
        in_p = substituted(fact, {stands: value for stands, value, _ in self.pairs})
        in_q = substituted(fact, {stands: value for stands, _, value in self.pairs})
        return self.logic.follows(self.p, in_p) and self.logic.follows(self.q, in_q)

    def _proved(self, candidates: Iterable[Term]) -> frozenset[Term]:
        return frozenset(candidate for candidate in candidates if self._holds(candidate))

    def _candidates(
        self, thresholds: Collection[int], hidden: Sequence[dict[Term, Value]] = ({}, {})
    ) -> frozenset[Term]:
        """Return the facts of either heap about symbols of the join; `hidden` symbols are expressed by others.

        A fact is moved by a step of its symbol only once: a bound that moved in every round would never become stable.
        """
        candidates: set[Value] = set()
        for at, heap, others in ((1, self.p, hidden[0]), (2, self.q, hidden[1])):
            names: dict[Term, Value] = {}
            steps: set[Term] = set()
            for pair in self.pairs:
                (symbol, number), stands = split(pair[at]), pair[0]
                if symbol is not None and symbol.op is Op.SYM and symbol not in names:
                    names[symbol] = bitvector(Op.BVSUB, stands.sort.width, stands, number)
                    steps |= {symbol} if number else set()
            names = {**others, **names}
            known = [fact for fact in heap.pure if symbols(fact) <= names.keys() and not moved(fact) & steps]
            candidates |= {substituted(fact, names) for fact in known if not self._is_found_again(fact)}
        for stands, a, b in self.pairs:
            plain = [value for value in (a, b) if not isinstance(value, Term)]
            if plain:
                candidates |= _bounds(stands, plain, thresholds)
        return frozenset(candidate for candidate in candidates if isinstance(candidate, Term))

    def _is_found_again(self, fact: Term) -> bool:
        """Whether a fact is an equation of several numbers, which the numeric domains find again."""
        return bool(self.lengths) and fact.op is Op.EQ and len(symbols(fact)) > 1


def _bounds(stands: Term, numbers: list[int], thresholds: Collection[int]) -> set[Value]:
    """Return ``low <= x``, ``x <= high`` and ``x != 0``, for the nearest thresholds around the possible numbers."""
    width = stands.sort.width
    low = max((each for each in thresholds if each <= min(numbers)), default=None)
    high = min((each for each in thresholds if each >= max(numbers)), default=None)
    facts: set[Value] = {not_(eq(stands, 0))}
    if low is not None:
        facts.add(not_(bitvector(Op.BVSLT, width, stands, low)))
    if high is not None:
        facts.add(not_(bitvector(Op.BVSLT, width, high, stands)))
    return facts
