"""Lowers call instructions."""

from __future__ import annotations

from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.classfile.constants import InvokeDynamic, MethodRef
from symheap.lang.java.lower.body import BodyLowering, Lowering
from symheap.lang.java.lower.calls import call_special, call_static, call_virtual
from symheap.lang.java.lower.dynamic import link_call_site
from symheap.lang.java.lower.kinds import OBJECT, WIDE, argument_kinds, kind_of, signature
from symheap.lang.java.values.types import descriptor_of
from symheap.objects.ir import DISCARD, Reg


def _destination(f: BodyLowering, result: str) -> Reg:
    """Return the register for a result; a result that is popped at once is discarded."""
    if result == "V":
        return DISCARD
    kind = kind_of(result)
    if f.next is not None and f.next.mnemonic == ("pop2" if kind in WIDE else "pop"):
        return DISCARD
    return f.target()


def _push_result(f: BodyLowering, dst: Reg, result: str) -> None:
    if result != "V":
        f.push(dst, kind_of(result))


def _invoke(i: Instruction) -> MethodRef:
    reference = i.args[0]
    assert isinstance(reference, MethodRef)
    return reference


def _invoke_static(f: BodyLowering, i: Instruction) -> None:
    reference = _invoke(i)
    args = f.pop_all(argument_kinds(reference.descriptor))
    result = signature(reference.descriptor)[1]
    dst = _destination(f, result)
    call_static(f, dst, reference, args)
    _push_result(f, dst, result)


def _invoke_special(f: BodyLowering, i: Instruction) -> None:
    reference = _invoke(i)
    args = f.pop_all((OBJECT, *argument_kinds(reference.descriptor)))
    result = signature(reference.descriptor)[1]
    dst = _destination(f, result)
    call_special(f, dst, reference, args)
    _push_result(f, dst, result)


def _invoke_virtual(f: BodyLowering, i: Instruction) -> None:
    reference = _invoke(i)
    receiver_kind = kind_of(descriptor_of(reference.owner))
    args = f.pop_all((OBJECT, *argument_kinds(reference.descriptor)))
    result = signature(reference.descriptor)[1]
    dst = _destination(f, result)
    call_virtual(f, dst, reference, args)
    if receiver_kind[0] == "[" and reference.name == "clone" and dst != DISCARD:
        f.push(dst, receiver_kind)
    else:
        _push_result(f, dst, result)


def _invoke_dynamic(f: BodyLowering, i: Instruction) -> None:
    reference = i.args[0]
    assert isinstance(reference, InvokeDynamic)
    args = f.pop_all(argument_kinds(reference.descriptor))
    result = signature(reference.descriptor)[1]
    dst = _destination(f, result)
    link_call_site(f, dst, reference, args)
    _push_result(f, dst, result)


CALLS: dict[str, Lowering] = {
    "invokestatic": _invoke_static,
    "invokespecial": _invoke_special,
    "invokevirtual": _invoke_virtual,
    "invokeinterface": _invoke_virtual,
    "invokedynamic": _invoke_dynamic,
}
