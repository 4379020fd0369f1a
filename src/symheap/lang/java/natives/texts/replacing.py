"""`String.replace` of a character: one decision, whether it occurs."""

from __future__ import annotations

from symheap.core.terms import REF, Op, Value, and_, eq
from symheap.core.theories.bitvectors import bitvector
from symheap.lang.java.lower.concat import joined
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.methods import in_bytecode
from symheap.lang.java.natives.model import Args, Models, leave_to_bytecode
from symheap.lang.java.values import operations
from symheap.lang.java.values.types import STRING
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Replaced, Symbolic
from symheap.objects.ir import Operation, Reg

MODELS = Models()
_KEY = "replace(CC)Ljava/lang/String;"
_LATIN1 = 0
_CHARACTERS = 1 << 8


def _are_narrow(coder: Value, old: Value, new: Value) -> Value:
    """Whether a string and two characters are Latin-1."""
    return and_(eq(coder, _LATIN1), *(bitvector(Op.BVULT, 32, char, _CHARACTERS) for char in (old, new)))


_ARE_NARROW = Operation("narrow", _are_narrow)


def _with_new(host: Host, args: tuple[Cell, ...]) -> Cell:
    this, old, new = args
    try:
        return host.string(host.text(this).replace(chr(host.plain(old)), chr(host.plain(new))))
    except Symbolic:
        return joined(host, (Replaced(this, old, new),))


_WITH_NEW = HostFunction(f"{STRING}.replace", _with_new, REF)


@MODELS.built(f"{STRING}.{_KEY}")
def replace(e: Emitter, args: Args) -> Reg:
    """Return the string itself if nothing is replaced. Strings beyond Latin-1 are left to the bytecode."""
    this, old, _ = args
    result = e.register()
    fields = e.link.java_class.fields
    if ("coder", "B") not in fields:
        e.emit(ir.Invoke(result, STRING, in_bytecode(_KEY), args, e.at))
        return result
    coder = e.get(this, fields["coder", "B"].field, dst=e.register())
    narrow, other = e.decide(e.compute(_ARE_NARROW, coder, *args[1:], dst=e.register()))
    e.start(other)
    leave_to_bytecode(e, STRING, _KEY, args)
    e.start(narrow)
    for unchanged in (operations.ICMP_EQ, None):
        tested = _nowhere(e, this, old) if unchanged is None else e.compute(unchanged, *args[1:], dst=e.register())
        same, changed = e.decide(tested)
        e.start(same)
        e.emit(ir.Return(this, e.at))
        e.start(changed)
    e.emit(ir.HostCall(result, _WITH_NEW, args, e.at))
    return result


def _nowhere(e: Emitter, this: Reg, char: Reg) -> Reg:
    at = e.register()
    e.emit(ir.Invoke(at, STRING, "indexOf(I)I", (this, char), e.at, receiver=True))
    return e.compute(operations.ILT0, at, dst=e.register())
