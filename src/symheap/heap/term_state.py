"""The state that models share whose references are plain terms: the objects that a run has accessed or allocated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import immutables

from symheap.core.terms import Term, Value, location
from symheap.core.types import LENGTH, Field
from symheap.heap.api import Cell
from symheap.heap.effect import Effect, is_untouched
from symheap.heap.initial import is_initial
from symheap.heap.input import Inputs

Object = immutables.Map[Field, Value | None]
EMPTY: Object = immutables.Map()


@dataclass(frozen=True, slots=True)
class TermState:
    """Objects by reference.  A slot that was never accessed is missing, or None."""

    inputs: Inputs
    objects: immutables.Map[Term, Object] = immutables.Map()
    allocated: int = 0

    def slot(self, ref: Term, field: Field) -> Value | None:
        """Return the content of a slot; None if it was never accessed. Objects from before the run have all values."""
        obj = self.objects.get(ref)
        held = None if obj is None else obj.get(field)
        if held is None and is_initial(ref):
            assert self.inputs.initial is not None
            return self.inputs.initial.value(ref, field)
        return held

    def with_slot(self, ref: Term, field: Field, value: Value) -> Self:
        return replace(self, objects=self.objects_with(ref, field, value))

    def objects_with(self, ref: Term, field: Field, value: Value) -> immutables.Map[Term, Object]:
        return self.objects.set(ref, self.objects.get(ref, EMPTY).set(field, value))

    def with_object(self, class_name: str) -> tuple[Self, Term]:
        """Allocate an object whose fields are null, zero or false."""
        ref = location(self.allocated, class_name)
        obj: Object = immutables.Map({f: f.type.default for f in self.inputs.table.fields(class_name)})
        return replace(self, objects=self.objects.set(ref, obj), allocated=self.allocated + 1), ref

    def with_array(self, class_name: str, length: Value) -> tuple[Self, Term]:
        heap, ref = self.with_object(class_name)
        return heap.with_slot(ref, LENGTH, length), ref

    def with_effect(self, effect: Effect) -> Self | None:
        """Adopt the objects of an effect; None if the run may have changed what the effect rests on."""
        if not is_untouched(self.inputs, self.objects, effect.read):
            return None
        return replace(self, objects=self.objects.update(effect.objects))


def reference(ref: Cell) -> Term:
    assert isinstance(ref, Term)
    return ref
