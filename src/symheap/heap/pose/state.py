"""The state of the heap model POSE."""

from __future__ import annotations

from dataclasses import dataclass, replace

import immutables

from symheap.core.terms import Op, Term, Value
from symheap.core.types import Field
from symheap.heap.api import Cell
from symheap.heap.initial import is_initial
from symheap.heap.input import Inputs

Object = immutables.Map[Field, Value | None]
EMPTY: Object = immutables.Map()


@dataclass(frozen=True, slots=True)
class PoseHeap:
    """H and, for each field, its alias set: the input references whose slot has a value, oldest first.

    Objects from before the run are in alias sets too.
    """

    inputs: Inputs
    objects: immutables.Map[Term, Object] = immutables.Map()
    initialized: immutables.Map[Field, tuple[Term, ...]] = immutables.Map()
    allocated: int = 0

    def slot(self, ref: Term, field: Field) -> Value | None:
        obj = self.objects.get(ref)
        held = None if obj is None else obj.get(field)
        return self._before_the_run(ref, field) if held is None and is_initial(ref) else held

    def _before_the_run(self, ref: Term, field: Field) -> Value | None:
        assert self.inputs.initial is not None
        return self.inputs.initial.value(ref, field)

    def is_bottom(self, ref: Term, field: Field) -> bool:
        obj = self.objects.get(ref)
        return obj is None or obj.get(field) is None

    def with_slot(self, ref: Term, field: Field, value: Value) -> PoseHeap:
        objects = self.objects.set(ref, self.objects.get(ref, EMPTY).set(field, value))
        known = self.initialized.get(field, ())
        if (ref.op is Op.SYM or ref.location.initial) and ref not in known:
            return replace(self, objects=objects, initialized=self.initialized.set(field, (*known, ref)))
        return replace(self, objects=objects)


Refined = tuple[PoseHeap, tuple[Value, ...]]  # a heap, and facts about the names that it has added


def reference(ref: Cell) -> Term:
    assert isinstance(ref, Term)
    return ref
