"""Field and method descriptors, JVMS 4.3."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from symheap.lang.java.classfile.names import INTERNAL_NAME, external, internal

MAX_DIMENSIONS = 255
MAX_PARAMETER_SLOTS = 255

_TYPE = rf"\[{{0,{MAX_DIMENSIONS}}}(?:[BCDFIJSZ]|L{INTERNAL_NAME};)"
_FIELD = re.compile(_TYPE)
_METHOD = re.compile(rf"\(((?:{_TYPE})*)\)(V|{_TYPE})")

PRIMITIVES = {
    "B": "byte",
    "C": "char",
    "D": "double",
    "F": "float",
    "I": "int",
    "J": "long",
    "S": "short",
    "Z": "boolean",
    "V": "void",
}


class BadDescriptor(ValueError):
    """Raised for text that is not a descriptor, never for a descriptor from a parsed class file."""


@dataclass(frozen=True, slots=True)
class Primitive:
    """A primitive type, or `void` as the result of a method."""

    descriptor: str

    @property
    def name(self) -> str:
        return PRIMITIVES[self.descriptor]

    @property
    def slots(self) -> int:
        return 2 if self.descriptor in "JD" else 0 if self.descriptor == "V" else 1


@dataclass(frozen=True, slots=True)
class ClassType:
    """A class or interface; `name` is as printed by `Class.getName()`."""

    name: str

    @property
    def descriptor(self) -> str:
        return f"L{internal(self.name)};"

    @property
    def slots(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array of `dimensions` over `base`; flat, so that no operation on it recurses."""

    base: Primitive | ClassType
    dimensions: int

    @property
    def element(self) -> FieldType:
        return ArrayType(self.base, self.dimensions - 1) if self.dimensions > 1 else self.base

    @property
    def descriptor(self) -> str:
        return "[" * self.dimensions + self.base.descriptor

    @property
    def name(self) -> str:
        return external(self.descriptor)

    @property
    def slots(self) -> int:
        return 1


FieldType = Primitive | ClassType | ArrayType


@dataclass(frozen=True, slots=True)
class MethodType:
    """Parameter types and result of a method; the result may be `void`."""

    parameters: tuple[FieldType, ...]
    result: FieldType

    @property
    def descriptor(self) -> str:
        return f"({''.join(p.descriptor for p in self.parameters)}){self.result.descriptor}"

    @property
    def slots(self) -> int:
        """The number of local variables that the parameters take, without the receiver."""
        return sum(parameter.slots for parameter in self.parameters)


VOID = Primitive("V")


def _type(descriptor: str) -> FieldType:
    base = descriptor.lstrip("[")
    base_type = ClassType(external(base[1:-1])) if base[0] == "L" else Primitive(base)
    dimensions = len(descriptor) - len(base)
    return ArrayType(base_type, dimensions) if dimensions else base_type


@lru_cache(maxsize=1 << 15)
def field_type(descriptor: str) -> FieldType:
    if _FIELD.fullmatch(descriptor) is None:
        raise BadDescriptor(descriptor)
    return _type(descriptor)


@lru_cache(maxsize=1 << 15)
def method_type(descriptor: str) -> MethodType:
    match = _METHOD.fullmatch(descriptor)
    if match is None:
        raise BadDescriptor(descriptor)
    parameters = tuple(field_type(each) for each in _FIELD.findall(match[1]))
    result = MethodType(parameters, VOID if match[2] == "V" else field_type(match[2]))
    if result.slots > MAX_PARAMETER_SLOTS:
        raise BadDescriptor(descriptor)
    return result


@lru_cache(maxsize=1 << 15)
def type_of_class(name: str) -> FieldType:
    """Return the type of a class, given its `Class.getName()`: the inverse of `.name` except for primitives."""
    return field_type(internal(name)) if name.startswith("[") else ClassType(name)


def dimensions(class_name: str) -> int:
    return len(class_name) - len(class_name.lstrip("["))
