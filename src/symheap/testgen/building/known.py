"""Expressions for objects that exist before the call."""

from __future__ import annotations

from typing import Final

from symheap.lang.java.classes import JavaField
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.values.boxes import cached_boxes
from symheap.lang.java.values.types import ENUM, descriptor_of, is_array
from symheap.lang.java.world import World
from symheap.objects.concrete import ConcreteHeap
from symheap.testgen.access import Access
from symheap.testgen.building.literals import literal, text_literal
from symheap.testgen.building.strings import text_of
from symheap.testgen.code import Code, TypeName

BOXES: Final = {
    "java.lang.Integer": "I",
    "java.lang.Long": "J",
    "java.lang.Short": "S",
    "java.lang.Byte": "B",
    "java.lang.Character": "C",
    "java.lang.Boolean": "Z",
    "java.lang.Float": "F",
    "java.lang.Double": "D",
}


class KnownNames:
    """Expressions for objects of the initial heap: literals, classes, cached boxes, and accessible static fields.

    Objects may be added later: the tables are computed again when a number is new.
    """

    def __init__(self, initial: InitialObjects, access: Access) -> None:
        self._initial = initial
        self._access = access
        self._found: dict[int, Code | None] = {}
        self._texts: dict[int, str] = {}
        self._classes: dict[int, str] = {}
        self._boxes: dict[int, str] = {}
        self._statics: dict[int, list[tuple[str, str]]] = {}
        self._seen = -1

    def code(self, number: int) -> Code | None:
        """Return an expression for an object; None if a test has no access to it."""
        if number not in self._found:
            if self._seen != len(self._initial.heap.objects):
                self._look()
            self._found[number] = self._code(number)
        return self._found[number]

    def _look(self) -> None:
        interned, objects = self._initial.interned, self._initial.heap.objects
        self._seen = len(objects)
        self._texts = {number: text for text, number in interned.literals.items()}
        self._classes = {number: name for name, number in interned.classes.items()}
        self._boxes = {number: objects[number].class_name for number in cached_boxes(self._initial)}
        self._statics = {}
        for owner, holder in interned.holders.items():
            for name, value in objects[holder].fields.items():
                self._statics.setdefault(int(value), []).append((owner, name))

    def _code(self, number: int) -> Code | None:
        if number in self._texts:
            return text_literal(self._texts[number])
        if number in self._classes:
            name = self._classes[number]
            return (TypeName(descriptor_of(name)), ".class") if self._access.can_name(name) else None
        if number in self._boxes:
            class_name = self._boxes[number]
            value = self._initial.heap.objects[number].fields.get("value", 0)
            return box(class_name, literal(BOXES[class_name], value))
        return self._static(number)

    def _static(self, number: int) -> Code | None:
        """Return an accessible static field with the object: an enum constant, else a final field, else another one."""
        fields = [
            (not declared.is_enum_constant, not declared.is_final, owner, declared.name)
            for owner, name in self._statics.get(number, ())
            for declared in self._initial.world.find(owner).fields.values()
            if declared.is_static and declared.field.name == name and declared.descriptor[0] in "L["
            if self._access.can_get(owner, declared)
        ]
        if not fields:
            return None
        *_, owner, name = min(fields)
        return TypeName(descriptor_of(owner)), f".{name}"


def enum_constant(world: World, heap: ConcreteHeap, number: int) -> JavaField | None:
    """Return the field of an enum constant, whether its class was initialised before the call or during it."""
    class_name = heap.class_of(number)
    if is_array(class_name) or not world.exists(class_name) or ENUM not in world.find(class_name).supertypes:
        return None
    named = next(f for f in world.find(ENUM).fields.values() if f.name == "name")
    text = text_of(heap, int(heap.get(number, named.field)))
    fields = (f for at in world.chain(class_name) for f in at.fields.values())
    return next((f for f in fields if f.is_enum_constant and f.name == text), None)


def box(class_name: str, value: Code) -> Code:
    return TypeName(descriptor_of(class_name)), ".valueOf(", *value, ")"
