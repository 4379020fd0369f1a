"""Conversions between the types of a functional interface and those of its target method.

JLS 5.3 and `java.lang.invoke.LambdaMetafactory`: casts, boxing, unboxing, widening of numbers.
"""

from __future__ import annotations

from symheap.lang.java.classfile.descriptors import PRIMITIVES
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.kinds import BOXES, kind_of
from symheap.lang.java.values import operations
from symheap.lang.java.values.types import class_named_by, descriptor_of
from symheap.objects.ir import Operation, Reg

_UNBOXES = {name: descriptor for descriptor, name in BOXES.items()}
_WIDENINGS: dict[tuple[str, str], Operation] = {
    ("I", "J"): operations.I2L,
    ("I", "F"): operations.I2F,
    ("I", "D"): operations.I2D,
    ("J", "F"): operations.L2F,
    ("J", "D"): operations.L2D,
    ("F", "D"): operations.F2D,
}


def convert(e: Emitter, register: Reg, source: str, target: str) -> Reg:
    """Return a register with the value converted to the target type; both types are field descriptors."""
    if source == target:
        return register
    from_primitive, to_primitive = source in BOXES, target in BOXES
    if from_primitive and to_primitive:
        return _widen(e, register, source, target)
    if from_primitive:
        return box(e, register, source)
    if to_primitive:
        return _unbox(e, register, class_named_by(source), target)
    return _cast(e, register, class_named_by(source), class_named_by(target))


def _widen(e: Emitter, register: Reg, source: str, target: str) -> Reg:
    a, b = kind_of(source), kind_of(target)
    if a == b:
        return register
    operation = _WIDENINGS.get((a, b))
    if operation is None:
        raise Unlinkable(f"conversion of {PRIMITIVES[source]} to {PRIMITIVES[target]} in a lambda")
    return e.compute(operation, register)


def box(e: Emitter, register: Reg, source: str) -> Reg:
    owner = BOXES[source]
    result = e.fresh()
    call_named(e, result, owner, "valueOf", f"({source}){descriptor_of(owner)}", (register,), static=True)
    return result


def _unbox(e: Emitter, register: Reg, source: str, target: str) -> Reg:
    """Unbox a box and widen its value; any other object must be the target's box, or a number."""
    boxed = _UNBOXES.get(source)
    if boxed is not None:
        return _widen(e, unbox(e, register, source, boxed), boxed, target)
    owner = BOXES[target] if target in "ZC" else "java.lang.Number"
    return unbox(e, _cast(e, register, source, owner), owner, target)


def unbox(e: Emitter, register: Reg, owner: str, target: str) -> Reg:
    result = e.fresh()
    call_named(e, result, owner, f"{PRIMITIVES[target]}Value", f"(){target}", (register,), static=False)
    return result


def _cast(e: Emitter, register: Reg, source: str, target: str) -> Reg:
    if e.link.is_subtype(source, target):
        return register
    return e.cast(register, target)
