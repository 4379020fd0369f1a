"""Recognise casts that the compiler inserts after checking that the result of a generic method has that type."""

from __future__ import annotations

from typing import Final

from symheap.core.outcome import ErrorKind, Threw
from symheap.core.source import CodePosition, Position
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.entry import JavaProgram
from symheap.report.explore.crashes import IsOwn

_ERASED: Final = ("Ljava/lang/Object;", "Ljava/lang/Comparable;")


def is_checked_by_the_compiler(java: JavaProgram, end: Threw, is_own: IsOwn) -> bool:
    """Whether an end is a failed cast of the result of a generic method, or a failed cast in the JDK.

    Without unchecked casts, a collection contains only values of one type, so such a cast does not fail.
    """
    if end.error is not ErrorKind.CAST:
        return False
    return not is_own(end.position) or _casts_result(java, end.position)


def _casts_result(java: JavaProgram, at: Position) -> bool:
    """Whether the instruction before the cast is a call whose result type is a type variable."""
    if not isinstance(at, CodePosition):
        return False
    before, _, parameters = at.member.rpartition("(")
    owner, _, name = before.rpartition(".")
    method = java.table.world.find(owner).methods.get(f"{name}({parameters}")
    code = None if method is None else method.code
    number = None if code is None else code.index.get(at.column)
    if code is None or not number:
        return False
    call = code.instructions[number - 1]
    descriptor = getattr(call.args[0], "descriptor", "") if call.args else ""
    if not call.mnemonic.startswith("invoke") or not descriptor.startswith("("):
        return False
    return method_type(descriptor).result.descriptor in _ERASED
