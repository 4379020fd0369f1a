"""The objects that exist before the call: string literals, class objects, static fields, objects from initialisers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice

from symheap.core.model import Plain
from symheap.core.terms import Op, Term, location, wrap
from symheap.core.types import ClassTable, Field
from symheap.lang.java.classes import JavaClass
from symheap.lang.java.classfile.access import SUPER
from symheap.lang.java.classfile.constants import DoubleConst, FloatConst, StringConst
from symheap.lang.java.classfile.members import InitialValue
from symheap.lang.java.values.types import CLASS, STRING, element_class
from symheap.lang.java.world import World
from symheap.objects.concrete import INITIAL, ConcreteHeap, Numbers

_LATIN1, _UTF16 = 0, 1
_MODIFIERS = 0xFFFF & ~SUPER


@dataclass(slots=True)
class Interned:
    """The objects for literals, classes and static fields, by number, and the initialised classes."""

    literals: dict[str, int] = field(default_factory=dict)
    classes: dict[str, int] = field(default_factory=dict)
    holders: dict[str, int] = field(default_factory=dict)
    initialized: set[str] = field(default_factory=set)

    def copy(self) -> Interned:
        return Interned({**self.literals}, {**self.classes}, {**self.holders}, {*self.initialized})


class InitialObjects:
    """The initial heap. It only grows, by objects for code about to run, so no path sees it change.

    The same text, class or holder is always the same object. `heap.table` is the table that the heap belongs to.
    """

    def __init__(self, world: World, heap: ConcreteHeap | None = None, interned: Interned | None = None) -> None:
        self.world = world
        self.heap = heap or ConcreteHeap(ClassTable(()), numbers=Numbers(INITIAL))
        self.interned = interned or Interned()
        self._class_names = {number: name for name, number in self.interned.classes.items()}
        self.settlers: Mapping[tuple[str, str], tuple[str, ...]] = {}
        """The classes on whose past it depends what a static field holds, by its class and name."""
        self.readers: Mapping[tuple[str, str], tuple[str, ...]] = {}
        """The classes on whose past it depends whether a write to a static field is seen by their initialisers."""
        self._contents: set[int] = set()
        self._seen = 0

    @property
    def initialized(self) -> set[str]:
        return self.interned.initialized

    def term(self, number: int) -> Term:
        return location(number, self.heap.class_of(number), initial=True)

    # Strings

    def literal(self, text: str) -> Term:
        """Return the interned String with that text, one character for each UTF-16 code unit."""
        return self.term(self._literal(text))

    def _literal(self, text: str) -> int:
        number = self.interned.literals.get(text)
        if number is None:
            number = self.interned.literals[text] = self.string(text)
        return number

    def is_contents(self, number: int) -> bool:
        """Whether an array holds the characters of a String in the initial heap."""
        objects = self.heap.objects
        for obj in islice(objects.values(), self._seen, None):
            if obj.class_name == STRING:
                self._contents.add(int(obj.fields.get("value", 0)))
        self._seen = len(objects)
        return number in self._contents

    def forget_hashes(self) -> None:
        """Clear the hash caches of all Strings: an input that is such a String has no cached hash either."""
        for obj in self.heap.objects.values():
            if obj.class_name == STRING:
                obj.fields.pop("hash", None)
                obj.fields.pop("hashIsZero", None)

    def string(self, text: str) -> int:
        """Create a String and return its number."""
        layout = {f.name: f.type.class_name for f in self.world.find(STRING).instance_fields}
        number = self.heap.new(STRING)
        fields = self.heap.objects[number].fields
        if layout["value"] == "[C":
            fields["value"] = self._array("[C", [wrap(ord(char), 16) for char in text])
            return number
        latin1 = all(char < "\u0100" for char in text)
        raw = text.encode("latin-1") if latin1 else text.encode("utf-16-le", "surrogatepass")
        fields["value"] = self._array("[B", [wrap(byte, 8) for byte in raw])
        fields["coder"] = _LATIN1 if latin1 else _UTF16
        return number

    def _array(self, class_name: str, values: list[int]) -> int:
        number = self.heap.new_array(class_name, len(values))
        self.heap.objects[number].elements.update(enumerate(values))
        return number

    # Classes

    def class_object(self, name: str) -> Term:
        """Return the object of class Class for a class, an array class or a primitive."""
        return self.term(self._class_object(name))

    def _class_object(self, name: str) -> int:
        number = self.interned.classes.get(name)
        if number is None:
            java_class = self.world.find(name)
            number = self.interned.classes[name] = self.heap.new(CLASS)
            self._class_names[number] = name
            self.heap.objects[number].fields.update(self._class_fields(java_class))
        return number

    def _class_fields(self, java_class: JavaClass) -> dict[str, Plain]:
        """Return the fields that the JVM itself sets in a class object, as far as this JDK has them."""
        has = {f.name for f in self.world.find(CLASS).instance_fields}
        values: dict[str, Plain] = {}
        if "componentType" in has and java_class.is_array:
            values["componentType"] = self._class_object(element_class(java_class.name))
        if "modifiers" in has:
            values["modifiers"] = wrap(modifiers(self.world, java_class), 16)
        if "primitive" in has:
            values["primitive"] = java_class.is_primitive
        return values

    def class_named(self, class_object: Term) -> str:
        """Return the class of a class object: the inverse of `class_object`. Raises KeyError for other terms."""
        if class_object.op is not Op.LOC or not class_object.location.initial:
            raise KeyError(class_object)
        return self._class_names[class_object.location.number]

    def holder(self, class_name: str) -> Term:
        """Return the object whose fields are the static fields of a class; constants have their value from the
        start.
        """
        number = self.interned.holders.get(class_name)
        if number is None:
            java_class = self.world.find(class_name)
            number = self.interned.holders[class_name] = self.heap.new(java_class.holder_name)
            constants = [(f.field, f.constant) for f in java_class.fields.values() if f.constant is not None]
            self.heap.objects[number].fields.update({f.name: self._constant(f, value) for f, value in constants})
        return self.term(number)

    def _constant(self, declared: Field, value: InitialValue) -> Plain:
        if isinstance(value, StringConst):
            return self._literal(value.value)
        if isinstance(value, FloatConst | DoubleConst):
            return value.bits
        sort = declared.type.sort
        return wrap(value.value, sort.width) if sort.width else bool(value.value & 1)

    def static(self, class_name: str, name: str) -> Plain | None:
        """Return the value of a static field before the call, by its unique name; None if it has the default."""
        number = self.interned.holders.get(class_name)
        return None if number is None else self.heap.objects[number].fields.get(name)


def modifiers(world: World, java_class: JavaClass) -> int:
    """Return the result of `Class.getModifiers`: a nested class has those of its declaration."""
    if java_class.is_array:
        element = modifiers(world, world.find(element_class(java_class.name)))
        return (element & 0x7) | (java_class.access & ~0x7)
    inner = java_class.file.inner_classes if java_class.file is not None else ()
    own = next((i.access for i in inner if i.name == java_class.name), java_class.access)
    return own & _MODIFIERS
