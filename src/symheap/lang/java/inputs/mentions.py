"""The classes mentioned in a class file: those of its constant pool, and the types of its members."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.lang.java.classfile.classfile import ClassFile
from symheap.lang.java.classfile.descriptors import MethodType, Primitive, field_type, method_type
from symheap.lang.java.classfile.pool import CLASS
from symheap.lang.java.values.types import class_named_by


def mentioned(file: ClassFile) -> dict[str, None]:
    """Return every class and array class, in the order of the pool, then of the members. Raises `Malformed`."""
    names = dict.fromkeys(pool_classes(file))
    names.update(dict.fromkeys(declared(file)))
    return names


def pool_classes(file: ClassFile) -> Iterator[str]:
    pool = file.pool
    return (pool.class_name(i, 0) for i in range(1, len(pool)) if pool.tag(i) == CLASS)


def declared(file: ClassFile) -> Iterator[str]:
    """Yield the types of fields, parameters and results."""
    yield from field_classes(file)
    for method in file.methods:
        yield from _classes(method_type(method.descriptor), results=True)


def inputs(file: ClassFile) -> Iterator[str]:
    """Yield the types of fields and parameters: those that an input or a part of one can have."""
    yield from field_classes(file)
    for method in file.methods:
        yield from _classes(method_type(method.descriptor), results=False)


def field_classes(file: ClassFile) -> Iterator[str]:
    for f in file.fields:
        if not isinstance(field_type(f.descriptor), Primitive):
            yield class_named_by(f.descriptor)


def _classes(kind: MethodType, *, results: bool) -> Iterator[str]:
    for each in (*kind.parameters, kind.result) if results else kind.parameters:
        if not isinstance(each, Primitive):
            yield each.name
