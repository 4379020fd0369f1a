"""Lowers array instructions: allocation, reads and writes."""

from __future__ import annotations

from symheap.core.outcome import ErrorKind
from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.classfile.constants import ClassRef
from symheap.lang.java.lower.body import BodyLowering, Lowering
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.kinds import ELEMENT_SORT, INT, NULL, OBJECT, Kind, element, kind_of
from symheap.lang.java.lower.relations import INT_RELATIONS, ZERO_RELATIONS
from symheap.lang.java.lower.scalars import integer
from symheap.lang.java.lower.values import place, pop_narrowed, push_read
from symheap.lang.java.values import operations
from symheap.lang.java.values.types import array_of, descriptor_of
from symheap.objects import ir
from symheap.objects.ir import Reg

_ELEMENTS = {"i": "I", "l": "J", "f": "F", "d": "D", "c": "C", "s": "S"}


def _checked(f: BodyLowering, array: Kind, wanted: str) -> None:
    """Check the kind of an array. Where its shape is unknown, verified code is right about it."""
    if array not in (wanted, NULL, OBJECT):
        raise f.fail(f"{array} on the operand stack instead of {wanted}")


def _bytes_or_booleans(array: Kind) -> str:
    """Return the element type of `baload` and `bastore`; unknown shapes, above all null, count as bytes."""
    return "Z" if array == "[Z" else "B"


def _load(descriptor: str | None) -> Lowering:
    def load(f: BodyLowering, i: Instruction) -> None:
        index = f.pop(INT)
        obj, array = f.pop_reference()
        kind = descriptor or _bytes_or_booleans(array)
        _checked(f, array, f"[{kind}")
        dst = place(f, kind)
        f.emit(ir.Load(dst, obj, index, ELEMENT_SORT[kind], f.at))
        push_read(f, dst, kind)

    return load


def _load_reference(f: BodyLowering, i: Instruction) -> None:
    index = f.pop(INT)
    obj, array = f.pop_reference()
    if array[0] == "[" and array[1] not in "[L":
        raise f.fail(f"{array} on the operand stack instead of an array of references")
    dst = f.target()
    f.emit(ir.Load(dst, obj, index, ELEMENT_SORT["L"], f.at))
    f.push(dst, element(array))


def _store(descriptor: str | None) -> Lowering:
    def store(f: BodyLowering, i: Instruction) -> None:
        kind = descriptor or _bytes_or_booleans(f.kinds[-3] if len(f.kinds) > 2 else OBJECT)
        value = pop_narrowed(f, kind)
        index = f.pop(INT)
        obj, array = f.pop_reference()
        _checked(f, array, f"[{kind}")
        f.emit(ir.Store(obj, index, value, ELEMENT_SORT[kind], f.at))

    return store


def _store_reference(f: BodyLowering, i: Instruction) -> None:
    value, _ = f.pop_reference()
    index = f.pop(INT)
    obj, array = f.pop_reference()
    if array[0] == "[" and array[1] not in "[L":
        raise f.fail(f"{array} on the operand stack instead of an array of references")
    f.emit(ir.Store(obj, index, value, ELEMENT_SORT["L"], f.at))


def _length(f: BodyLowering, i: Instruction) -> None:
    obj, array = f.pop_reference()
    if array[0] not in "[NL":
        raise f.misfit("an array")
    dst = f.target()
    f.emit(ir.Length(dst, obj, f.at))
    f.push(dst, INT)


def _new_array(f: BodyLowering, class_name: str) -> None:
    length = f.pop(INT)
    dst = f.target()
    f.emit(ir.NewArray(dst, class_name, length, f.at))
    f.push(dst, kind_of(descriptor_of(class_name)))


def _new_primitives(f: BodyLowering, i: Instruction) -> None:
    _new_array(f, f"[{i.args[0]}")


def _new_references(f: BodyLowering, i: Instruction) -> None:
    reference = i.args[0]
    assert isinstance(reference, ClassRef)
    f.link.find(reference.name)
    _new_array(f, array_of(reference.name))


def _new_nested(f: BodyLowering, i: Instruction) -> None:
    """Check all lengths before anything is allocated."""
    reference, count = i.args[0], integer(i.args[1])
    assert isinstance(reference, ClassRef)
    f.link.find(reference.name)
    lengths = f.pop_all((INT,) * count)
    fits, *others = [f.compute(ZERO_RELATIONS["ge"], length) for length in lengths]
    for other in others:
        both = f.fresh()
        f.emit(ir.Binary(both, ir.Operator.AND, fits, other, f.at))
        fits = both
    f.check(fits, ErrorKind.NEGATIVE_SIZE, "negative array size")
    dst = f.fresh()
    nested_arrays(f, dst, reference.name, lengths)
    f.push(dst, kind_of(descriptor_of(reference.name)))


def nested_arrays(e: Emitter, dst: Reg, class_name: str, lengths: tuple[Reg, ...]) -> None:
    """Allocate an array of arrays and so on: a loop for each level but the last."""
    levels = [(dst, e.fresh())] + [(e.fresh(), e.fresh()) for _ in lengths[1:]]
    zero, one = e.constant(0), e.constant(1)
    heads: list[tuple[int, int]] = []
    for level, ((array, index), length) in enumerate(zip(levels, lengths, strict=True)):
        e.emit(ir.NewArray(array, class_name[level:], length, e.at))
        if level + 1 < len(lengths):
            e.emit(ir.Move(index, zero, e.at))
            head = e.block()
            e.jump(head)
            e.start(head)
            inside, after = e.decide(e.compute(INT_RELATIONS["lt"], index, length))
            heads.append((head, after))
            e.start(inside)
    for level in range(len(lengths) - 2, -1, -1):
        array, index = levels[level]
        head, after = heads[level]
        e.emit(ir.Store(array, index, levels[level + 1][0], ELEMENT_SORT["["], e.at))
        e.compute(operations.IADD, index, one, dst=index)
        e.jump(head)
        e.back_edges.add((e.number, head))
        e.start(after)


ARRAYS: dict[str, Lowering] = {
    **{f"{letter}aload": _load(kind) for letter, kind in _ELEMENTS.items()},
    **{f"{letter}astore": _store(kind) for letter, kind in _ELEMENTS.items()},
    "baload": _load(None),
    "bastore": _store(None),
    "aaload": _load_reference,
    "aastore": _store_reference,
    "arraylength": _length,
    "newarray": _new_primitives,
    "anewarray": _new_references,
    "multianewarray": _new_nested,
}
