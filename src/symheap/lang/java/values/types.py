"""Java's types in terms of the core: descriptors, the sorts of fields and registers, arrays.

A field, an array element and an input have the sort of their type; a register has at least 32 bits. So a boolean, byte,
short or char is widened when read and narrowed when written. Class names are as printed by `Class.getName()`, so the
name of an array class is its descriptor with dots.
"""

from __future__ import annotations

from typing import Final

from symheap.core.terms import BOOL, BV8, BV16, BV32, BV64, F32, F64, REF, Sort
from symheap.core.types import Type, ref_type
from symheap.lang.java.classfile.descriptors import PRIMITIVES, FieldType, Primitive, field_type
from symheap.lang.java.classfile.names import external, internal
from symheap.lang.java.values.operations import B8I, C16I, I2B8, I2S16, I2Z_BIT, S16I, Z2I
from symheap.objects.ir import Operation

OBJECT: Final = "java.lang.Object"
STRING: Final = "java.lang.String"
CLASS: Final = "java.lang.Class"
ENUM: Final = "java.lang.Enum"
THROWABLE: Final = "java.lang.Throwable"

_SORTS: Final = {"Z": BOOL, "B": BV8, "S": BV16, "C": BV16, "I": BV32, "J": BV64, "F": F32, "D": F64}
_WIDENING: Final = {"Z": Z2I, "B": B8I, "S": S16I, "C": C16I}
_NARROWING: Final = {"Z": I2Z_BIT, "B": I2B8, "S": I2S16, "C": I2S16}
_PRIMITIVE_DESCRIPTORS: Final = {name: descriptor for descriptor, name in PRIMITIVES.items()}


def sort_of(descriptor: str) -> Sort:
    """Return the sort of a field, array element or input of that type."""
    return _SORTS.get(descriptor, REF)


def register_sort(descriptor: str) -> Sort:
    """Return the sort of a register that holds a value of that type."""
    return BV32 if descriptor in _WIDENING else sort_of(descriptor)


def class_named_by(descriptor: str) -> str:
    """Return the class of a field type: `java.lang.String`, `[I`, and for a primitive Java's name, `int`."""
    if descriptor[0] == "L":
        return external(descriptor[1:-1])
    return external(descriptor) if descriptor[0] == "[" else PRIMITIVES[descriptor]


def descriptor_of(class_name: str) -> str:
    """Return the descriptor of a class: the inverse of `class_named_by`."""
    primitive = _PRIMITIVE_DESCRIPTORS.get(class_name)
    if primitive is not None:
        return primitive
    return internal(class_name) if class_name[0] == "[" else f"L{internal(class_name)};"


def type_of(descriptor: str) -> Type:
    sort = sort_of(descriptor)
    return ref_type(class_named_by(descriptor)) if sort is REF else Type(sort)


def is_array(class_name: str) -> bool:
    return class_name.startswith("[")


def is_primitive(class_name: str) -> bool:
    return class_name in _PRIMITIVE_DESCRIPTORS


def dimensions(class_name: str) -> int:
    """Return the number of array dimensions; 0 if it is not an array class."""
    return len(class_name) - len(class_name.lstrip("["))


def element_descriptor(array_class: str) -> str:
    return internal(array_class[1:])


def element_sort(array_class: str) -> Sort:
    return sort_of(element_descriptor(array_class))


def element_class(array_class: str, depth: int = 1) -> str:
    """Return the class of the elements, of their elements, and so on, `depth` times."""
    return class_named_by(internal(array_class[depth:]))


def array_of(class_name: str) -> str:
    """Return the class of arrays of a class, an array class or a primitive."""
    return external("[" + descriptor_of(class_name))


def widening(descriptor: str) -> Operation | None:
    """Return the operation from the type's own sort to a register; None if they are the same."""
    return _WIDENING.get(descriptor)


def narrowing(descriptor: str) -> Operation | None:
    """Return the operation from a register to the type's own sort: the low bits, for a boolean the lowest."""
    return _NARROWING.get(descriptor)


def source_name(descriptor: str, *, simple: bool = False) -> str:
    """Return a type as in Java source, `java.util.Map.Entry[]`; `simple` omits the package and outer classes."""
    kind: FieldType = field_type(descriptor)
    base, dimensions = (kind, 0) if not descriptor.startswith("[") else _array(descriptor)
    name = base.name.replace("$", ".") if not isinstance(base, Primitive) else base.name
    return (name.rpartition(".")[2] if simple else name) + "[]" * dimensions


def _array(descriptor: str) -> tuple[FieldType, int]:
    base = descriptor.lstrip("[")
    return field_type(base), len(descriptor) - len(base)
