"""The state of the heap model POSE."""

from __future__ import annotations

from dataclasses import dataclass, replace

import immutables

from symheap.core.terms import Op, Term, Value
from symheap.core.types import Field
from symheap.heap.term_state import TermState


@dataclass(frozen=True, slots=True)
class PoseHeap(TermState):
    """H and, for each field, its alias set: the input references whose slot has a value, oldest first.

    Objects from before the run are in alias sets too.
    """

    initialized: immutables.Map[Field, tuple[Term, ...]] = immutables.Map()

    def is_bottom(self, ref: Term, field: Field) -> bool:
        obj = self.objects.get(ref)
        return obj is None or obj.get(field) is None

    def with_slot(self, ref: Term, field: Field, value: Value) -> PoseHeap:
        objects = self.objects_with(ref, field, value)
        known = self.initialized.get(field, ())
        if (ref.op is Op.SYM or ref.location.initial) and ref not in known:
            return replace(self, objects=objects, initialized=self.initialized.set(field, (*known, ref)))
        return replace(self, objects=objects)


Refined = tuple[PoseHeap, tuple[Value, ...]]  # a heap, and facts about the names that it has added
