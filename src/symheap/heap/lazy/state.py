"""The state of lazy initialization: knowledge about references, and the objects assumed so far."""

from __future__ import annotations

from dataclasses import dataclass, replace

import immutables

from symheap.core.terms import Op, Term, Value, and_
from symheap.heap.term_state import TermState


class NonNull:
    """A reference known only to be not null."""


NON_NULL = NonNull()

Known = Term | NonNull  # NULL or a representative, or only known to be not null


@dataclass(frozen=True, slots=True)
class LazyHeap(TermState):
    """The state of lazy initialization. `representatives` are the input objects assumed so far, oldest first."""

    known: immutables.Map[Term, Known] = immutables.Map()
    representatives: tuple[Term, ...] = ()

    def resolved(self, ref: Term) -> Term | None:
        """Return the object or null that `ref` was resolved to; None if it is not chosen yet."""
        if ref.op is not Op.SYM:
            return ref
        known = self.known.get(ref)
        return known if isinstance(known, Term) else None

    def knowing(self, ref: Term, what: Known) -> LazyHeap:
        return replace(self, known=self.known.set(ref, what))


@dataclass(frozen=True, slots=True)
class ChoiceOutcome:
    """One outcome of a choice."""

    guard: Value
    facts: tuple[Value, ...]
    heap: LazyHeap
    ref: Term

    def then(self, other: ChoiceOutcome) -> ChoiceOutcome:
        return ChoiceOutcome(and_(self.guard, other.guard), self.facts + other.facts, other.heap, other.ref)

    def learning(self, facts: tuple[Value, ...]) -> ChoiceOutcome:
        return ChoiceOutcome(self.guard, self.facts + facts, self.heap, self.ref)
