"""The state of lazy initialization: knowledge about references, and the objects assumed so far."""

from __future__ import annotations

from dataclasses import dataclass, replace

import immutables

from symheap.core.terms import Op, Term, Value, and_
from symheap.core.types import Field
from symheap.heap.initial import is_initial
from symheap.heap.input import Inputs


class NonNull:
    """A reference known only to be not null."""


NON_NULL = NonNull()

Known = Term | NonNull  # NULL or a representative, or only known to be not null


@dataclass(frozen=True, slots=True)
class LazyHeap:
    """The state of lazy initialization. `representatives` are the input objects assumed so far, oldest first."""

    inputs: Inputs
    known: immutables.Map[Term, Known] = immutables.Map()
    representatives: tuple[Term, ...] = ()
    objects: immutables.Map[Term, immutables.Map[Field, Value]] = immutables.Map()
    allocated: int = 0

    def resolved(self, ref: Term) -> Term | None:
        """Return the object or null that `ref` was resolved to; None if it is not chosen yet."""
        if ref.op is not Op.SYM:
            return ref
        known = self.known.get(ref)
        return known if isinstance(known, Term) else None

    def knowing(self, ref: Term, what: Known) -> LazyHeap:
        return replace(self, known=self.known.set(ref, what))

    def slot(self, ref: Term, field: Field) -> Value | None:
        """Return the content of a slot; None if it was never accessed. Objects from before the run have all values."""
        slots = self.objects.get(ref)
        held = None if slots is None else slots.get(field)
        if held is None and is_initial(ref):
            assert self.inputs.initial is not None
            return self.inputs.initial.value(ref, field)
        return held

    def with_slot(self, ref: Term, field: Field, value: Value) -> LazyHeap:
        slots: immutables.Map[Field, Value] = self.objects.get(ref, immutables.Map())
        return replace(self, objects=self.objects.set(ref, slots.set(field, value)))


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
