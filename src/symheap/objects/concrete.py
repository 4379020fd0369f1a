"""Concrete heaps: the initial heap of a witness, and what the concrete interpreter runs on."""

from __future__ import annotations

from dataclasses import dataclass, field

from symheap.core.model import Plain
from symheap.core.origin import Origin
from symheap.core.terms import REF
from symheap.core.types import ClassTable, Field
from symheap.core.typeset import TypeSet


INITIAL = 1_000_000
"""Objects that exist before the call have numbers from here on: no input object that a solver numbers has one."""


@dataclass(slots=True)
class ConcreteObject:
    """An object: its class and the fields that have a value.  A reference is an object's number, null is 0.

    An array has a `length`, and in `elements` those that have a value.
    """

    class_name: str
    fields: dict[str, Plain] = field(default_factory=dict)
    length: int | None = None
    elements: dict[int, Plain] = field(default_factory=dict)


@dataclass(slots=True)
class ConcreteHeap:
    """Roots and objects.  Input objects have positive numbers, those made by the run negative ones.

    A field that was never given a value has its type's default: no run that was predicted looks at it.
    """

    table: ClassTable
    roots: dict[str, Plain] = field(default_factory=dict)
    objects: dict[int, ConcreteObject] = field(default_factory=dict)

    def copy(self) -> ConcreteHeap:
        objects = {
            n: ConcreteObject(o.class_name, dict(o.fields), o.length, dict(o.elements)) for n, o in self.objects.items()
        }
        return ConcreteHeap(self.table, dict(self.roots), objects)

    def completed_by(self, initial: ConcreteHeap) -> ConcreteHeap:
        """This final heap, with the fields that it does not mention as they were in `initial`."""
        result = self.copy()
        for number, obj in initial.objects.items():
            known = result.objects.setdefault(number, ConcreteObject(obj.class_name)).fields
            known.update({name: value for name, value in obj.fields.items() if name not in known})
        return result

    def class_of(self, number: int) -> str:
        return self.objects[number].class_name

    def is_instance(self, number: int, types: TypeSet) -> bool:
        """Whether an object has one of `types`: the only question about classes that a run asks."""
        return types.contains(self.class_of(number))

    def get(self, number: int, f: Field) -> Plain:
        value = self.objects[number].fields.get(f.name)
        return value if value is not None else default_of(f)

    def put(self, number: int, f: Field, value: Plain) -> None:
        self.objects[number].fields[f.name] = value

    def new(self, class_name: str) -> int:
        number = min(0, *self.objects) - 1 if self.objects else -1
        self.objects[number] = ConcreteObject(class_name)
        return number

    def follow(self, origin: Origin) -> Plain | None:
        """The value at the end of an access path, or None where the path leads through null or a missing field."""
        root, steps = origin.steps()
        value = self.roots.get(root)
        for step in steps:
            if value is None or value == 0:
                return None
            at = int(value)
            declared = (f for f in self.table.declaring(step) if self.is_instance(at, self.table.subtypes(f.owner)))
            found = next(declared, None)
            if found is None:
                return None
            value = self.get(at, found)
        return value


def default_of(f: Field) -> Plain:
    return 0 if f.type.sort is REF else False if f.type.default is False else 0
