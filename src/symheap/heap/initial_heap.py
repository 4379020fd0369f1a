"""The concrete initial heap that a model of the inputs describes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symheap.core.model import Model
from symheap.core.terms import REF, Op, Term, Value
from symheap.core.types import LENGTH, Field
from symheap.heap.input import Binding, Inputs
from symheap.objects.concrete import ConcreteHeap, ConcreteObject


def initial_heap(inputs: Inputs, model: Model, real: Callable[[Binding], bool] = lambda binding: True) -> ConcreteHeap:
    """Return the initial heap under a model.

    If a slot has several names, the first one counts: the later ones were defined through it. A binding that is not
    `real` under the model is ignored, and so is one of an object from before the run.
    """
    return _InitialHeap(inputs, model, ConcreteHeap(inputs.table)).built(real)


@dataclass(frozen=True, slots=True)
class _InitialHeap:
    """Fills in `heap` from the bindings of inputs."""

    inputs: Inputs
    model: Model
    heap: ConcreteHeap

    def built(self, real: Callable[[Binding], bool]) -> ConcreteHeap:
        heap, inputs = self.heap, self.inputs
        for ref in inputs.roots:
            heap.roots[ref.name] = int(self.model[ref])
            self._object(ref)
        seen: set[tuple[int, Field]] = set()
        for binding in inputs.bindings:
            owner = int(self.model[binding.owner])
            again = (owner, binding.field) in seen and not self._adds_up(binding.field)
            if owner == 0 or not real(binding) or self._exists(owner) or again:
                continue
            obj = self._object(binding.owner)
            if binding.field in inputs.table.fields(obj.class_name):
                seen.add((owner, binding.field))
                self._tell(binding, obj)
        for obj in heap.objects.values():
            self._bounded(obj)
        return heap

    def _adds_up(self, field: Field) -> bool:
        """Whether several names of a slot each describe a part of it, as for the elements of an aliased array."""
        return self.inputs.congruent and field.type.sort.element is not None

    def _tell(self, binding: Binding, obj: ConcreteObject) -> None:
        """Fill in an object from a binding."""
        inputs, model = self.inputs, self.model
        kind = binding.field.type.sort.element
        if kind is not None:
            for element in inputs.elements.get((binding.owner, kind), ()):
                obj.elements.setdefault(int(model.evaluate(element.index)), model[element.value])
                self._reach(element.value)
            for index, held in inputs.whole_elements(model, binding.owner, kind):
                obj.elements.setdefault(index, held)
            return
        value = model.evaluate(binding.value)
        if binding.field is LENGTH:
            obj.length = int(value)
        else:
            obj.fields[binding.field.name] = value
        self._reach(binding.value)

    def _reach(self, value: Value) -> None:
        if isinstance(value, Term) and value.op is Op.SYM and value.sort is REF:
            self._object(value)

    def _bounded(self, obj: ConcreteObject) -> None:
        """Give an array whose length was never read the smallest possible one, and drop elements out of bounds."""
        if obj.length is None and LENGTH in self.inputs.table.fields(obj.class_name):
            obj.length = max((at + 1 for at in obj.elements), default=0)
        if obj.length is not None:
            length = obj.length
            obj.elements = {at: value for at, value in sorted(obj.elements.items()) if 0 <= at < length}

    def _exists(self, number: int) -> bool:
        """Whether this is the number of an object from before the run."""
        return self.inputs.initial is not None and self.inputs.initial.has(number)

    def _object(self, ref: Term) -> ConcreteObject:
        number = int(self.model[ref])
        if number == 0:
            return ConcreteObject("")
        obj = self.heap.objects.get(number)
        if obj is None:
            obj = self.heap.objects[number] = self._new_object(number)
        return obj

    def _new_object(self, number: int) -> ConcreteObject:
        initial = self.inputs.initial
        if initial is not None and initial.has(number):
            return initial.object(number)
        universe = self.inputs.table.universe
        return ConcreteObject(universe[self.model.class_index(number, len(universe))])
