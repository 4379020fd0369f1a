"""`equals`, `hashCode` and `toString` of records, as `java.lang.runtime.ObjectMethods` links them."""

from __future__ import annotations

from symheap.core.types import Field
from symheap.lang.java.classfile.classfile import Bootstrap
from symheap.lang.java.classfile.constants import ClassRef, FieldRef, InvokeDynamic, MethodHandleConst, StringConst
from symheap.lang.java.lower.body import BodyLowering
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.concat import Part, emit_concat
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.kinds import BOXES
from symheap.lang.java.lower.values import widened
from symheap.lang.java.values import operations
from symheap.objects import ir
from symheap.objects.ir import Reg

_OBJECTS = "java.util.Objects"
_OBJECT = "Ljava/lang/Object;"

Component = tuple[str, str, Field]
"""Name, descriptor, and the field."""


def link_object_method(
    f: BodyLowering, dst: Reg, site: InvokeDynamic, bootstrap: Bootstrap, args: tuple[Reg, ...]
) -> None:
    match bootstrap.arguments:
        case ClassRef(record), StringConst(names), *getters:
            components = [
                _component(f, name, g) for name, g in zip(filter(None, names.split(";")), getters, strict=False)
            ]
        case _:
            raise f.fail("a record's method whose bootstrap arguments do not fit")
    if site.name == "equals" and len(args) == 2:
        emit_equals(f, dst, args[0], args[1], record, components)
    elif site.name == "hashCode" and len(args) == 1:
        emit_hash_code(f, dst, args[0], components)
    elif site.name == "toString" and len(args) == 1:
        emit_to_string(f, dst, args[0], simple_name(f, record), components)
    else:
        raise Unlinkable(f"invokedynamic java.lang.runtime.ObjectMethods for {site.name}")


def _component(f: BodyLowering, name: str, getter: object) -> Component:
    match getter:
        case MethodHandleConst(_, FieldRef() as reference):
            return name, reference.descriptor, f.link.field(reference, static=False).field
        case _:
            raise f.fail("a record's method whose bootstrap arguments do not fit")


def simple_name(f: BodyLowering, class_name: str) -> str:
    """`Class.getSimpleName`: the name in the class's declaration."""
    file = f.link.find(class_name).file
    inner = next((i for i in file.inner_classes if i.name == class_name), None) if file is not None else None
    return (inner.simple_name or "") if inner is not None else class_name.rpartition(".")[2]


def emit_equals(e: Emitter, dst: Reg, a: Reg, b: Reg, record: str, components: list[Component]) -> None:
    """Compare records: the same object, or a record of the same class with equal components."""
    at_hand = e.apart()
    yes, no, after = e.block(), e.block(), e.block()
    other = e.block()
    e.branch(e.equal(a, b), yes, other)
    e.start(other)
    following = e.block()
    e.branch(e.is_a(b, record), following, no)
    e.start(following)
    for component in components:
        following = e.block()
        e.branch(_same(e, a, b, component), following, no)
        e.start(following)
    e.jump(yes)
    for block, value in ((yes, 1), (no, 0)):
        e.start(block)
        e.emit(ir.Const(dst, value, e.at))
        e.jump(after)
    e.together(after, at_hand)


def _same(e: Emitter, a: Reg, b: Reg, component: Component) -> Reg:
    """Return the truth value of the equality of a component; floating-point numbers are compared as by `compare`."""
    _, descriptor, field = component
    left, right = e.get(a, field), e.get(b, field)
    result = e.fresh()
    if descriptor in ("F", "D"):
        box = BOXES[descriptor]
        call_named(e, result, box, "compare", f"({descriptor}{descriptor})I", (left, right), static=True)
        return e.compute(operations.IEQ0, result)
    if descriptor in BOXES:
        return e.same_number(widened(e, left, descriptor), widened(e, right, descriptor))
    call_named(e, result, _OBJECTS, "equals", f"({_OBJECT}{_OBJECT})Z", (left, right), static=True)
    return e.compute(operations.INE0, result)


def emit_hash_code(e: Emitter, dst: Reg, obj: Reg, components: list[Component]) -> None:
    """Compute the hash code: 31 times the previous value plus the component's, starting from 0."""
    total = e.constant(0)
    for number, component in enumerate(components):
        code = _hash(e, obj, component)
        before = e.compute(operations.IMUL, total, e.constant(31)) if number else total
        total = e.compute(operations.IADD, before, code) if number else code
    e.emit(ir.Move(dst, total, e.at))


def _hash(e: Emitter, obj: Reg, component: Component) -> Reg:
    _, descriptor, field = component
    value = widened(e, e.get(obj, field), descriptor)
    if descriptor in ("I", "B", "S", "C"):
        return value
    result = e.fresh()
    owner, parameter = (BOXES[descriptor], descriptor) if descriptor in BOXES else (_OBJECTS, _OBJECT)
    call_named(e, result, owner, "hashCode", f"({parameter})I", (value,), static=True)
    return result


def emit_to_string(e: Emitter, dst: Reg, obj: Reg, name: str, components: list[Component]) -> None:
    parts: list[Part] = [f"{name}["]
    for number, (component, descriptor, field) in enumerate(components):
        parts.append(f"{', ' if number else ''}{component}=")
        parts.append((widened(e, e.get(obj, field), descriptor), descriptor))
    parts.append("]")
    emit_concat(e, dst, parts)
