"""Lowers field accesses, allocations and type tests."""

from __future__ import annotations

from symheap.lang.java.classfile.access import FINAL
from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.classfile.constants import ClassRef, FieldRef
from symheap.lang.java.lower.body import BodyLowering, Lowering
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.kinds import NULL, OBJECT, kind_of
from symheap.lang.java.lower.values import place, pop_narrowed, push_read
from symheap.lang.java.values.types import descriptor_of

# Fields


def _reference(i: Instruction) -> FieldRef:
    reference = i.args[0]
    assert isinstance(reference, FieldRef)
    return reference


def _get_field(f: BodyLowering, i: Instruction) -> None:
    reference = _reference(i)
    obj, _ = f.pop_reference()
    field = f.link.field(reference, static=False).field
    dst = place(f, reference.descriptor)
    f.get(obj, field, dst)
    push_read(f, dst, reference.descriptor)


def _put_field(f: BodyLowering, i: Instruction) -> None:
    reference = _reference(i)
    field = f.link.field(reference, static=False)
    if field.access & FINAL and field.owner != f.link.java_class.name:
        raise Unlinkable(f"java.lang.IllegalAccessError: {field.owner}.{field.name}")
    value = pop_narrowed(f, reference.descriptor)
    obj, _ = f.pop_reference()
    f.put(obj, field.field, value)


def _get_static(f: BodyLowering, i: Instruction) -> None:
    reference = _reference(i)
    if (reference.owner, reference.name) == ("java.lang.System", "in"):
        raise Unlinkable("java.lang.System.in")
    holder, field = f.static(reference)
    dst = place(f, reference.descriptor)
    f.get(holder, field, dst)
    push_read(f, dst, reference.descriptor)


def _put_static(f: BodyLowering, i: Instruction) -> None:
    """Store a value that was computed before; the class is initialised before the store."""
    reference = _reference(i)
    value = pop_narrowed(f, reference.descriptor)
    holder, field = f.static(reference, writes=True)
    f.put(holder, field, value)


# Objects and types


def _class(i: Instruction) -> str:
    reference = i.args[0]
    assert isinstance(reference, ClassRef)
    return reference.name


def _new(f: BodyLowering, i: Instruction) -> None:
    dst = f.target()
    f.new(_class(i), dst)
    f.push(dst, OBJECT)


def _checkcast(f: BodyLowering, i: Instruction) -> None:
    """Cast a reference; null passes for every class, and keeps its kind."""
    name = _class(i)
    if f.kinds and f.kinds[-1] == NULL:
        return
    obj, _ = f.pop_reference()
    dst = f.target()
    f.cast(obj, name, dst)
    f.push(dst, kind_of(descriptor_of(name)))


def _instanceof(f: BodyLowering, i: Instruction) -> None:
    obj, _ = f.pop_reference()
    push_read(f, f.is_a(obj, _class(i)), "Z")


OBJECTS: dict[str, Lowering] = {
    "getfield": _get_field,
    "putfield": _put_field,
    "getstatic": _get_static,
    "putstatic": _put_static,
    "new": _new,
    "checkcast": _checkcast,
    "instanceof": _instanceof,
}
