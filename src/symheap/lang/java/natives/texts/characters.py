"""Strings from arrays of characters: one decision, whether all are Latin-1, and no path for each.

The bytes are those of the characters (`symheap.core.theories.arrays`), for any length. Ranges outside the array, which
no caller in the JDK passes, are left to the bytecode, and so are JDKs that create strings differently.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from symheap.core.terms import BV8, BV16, NULL, Op, Term, Value, and_, not_
from symheap.core.theories.arrays import copy, filled, octets
from symheap.core.theories.bitvectors import bitvector
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models, leave_to_bytecode
from symheap.lang.java.values.characters import are_latin1
from symheap.objects import ir
from symheap.objects.ir import Operation, Reg

MODELS = Models()
_OWNER = "java.lang.StringUTF16"
_NEW_BYTES = "newBytesFor"
_BYTES = "[B"


def _is_within(start: Value, count: Value, size: Value) -> Value:
    room = bitvector(Op.BVSUB, 32, size, count)
    negative = (bitvector(Op.BVSLT, 32, start, 0), bitvector(Op.BVSLT, 32, count, 0))
    return and_(*map(not_, negative), not_(bitvector(Op.BVSLT, 32, room, start)))


def _range(array: Value, start: Value, count: Value) -> Value:
    """Return the characters of a range, from index 0 on; elements after them are unspecified."""
    assert isinstance(array, Term)
    at_first = not isinstance(start, Term) and start == 0
    return array if at_first else copy(filled(0, BV16), 0, array, start, count)


def _octets(each: int, array: Value) -> Value:
    assert isinstance(array, Term)
    return octets(array, each)


_IS_WITHIN = Operation("within", _is_within)
_RANGE = Operation("range", _range)
_ARE_LATIN1 = Operation("latin1", are_latin1)
_LOW, _BOTH = (Operation("octets", partial(_octets, each)) for each in (1, 2))


def _model(name: str) -> Callable[[Callable[[Emitter, Args, Reg], Reg]], None]:
    """Register the model of a method that converts a range of characters to bytes."""
    key = f"{name}([CII)[B"

    def register(build: Callable[[Emitter, Args, Reg], Reg]) -> None:
        def built(e: Emitter, args: Args) -> Reg:
            if f"{_NEW_BYTES}(I)[B" in e.link.java_class.methods:
                return build(e, args, _characters(e, key, args))
            leave_to_bytecode(e, _OWNER, key, args)
            return ir.DISCARD

        MODELS.built(f"{_OWNER}.{key}")(built)

    return register


def _characters(e: Emitter, key: str, args: Args) -> Reg:
    """Continue where the range is within the array, with its characters. Null is an error."""
    array, start, count = args
    size, held = e.register(), e.register()
    e.emit(ir.Length(size, array, e.at))
    within, other = e.decide(e.compute(_IS_WITHIN, start, count, size, dst=e.register()))
    e.start(other)
    leave_to_bytecode(e, _OWNER, key, args)
    e.start(within)
    e.emit(ir.Contents(held, array, BV16, e.at))
    return e.compute(_RANGE, held, start, count, dst=e.register())


@_model("compress")
def compress(e: Emitter, args: Args, characters: Reg) -> Reg:
    """Return a byte for each character. If some need two, do as this JDK does: return nothing, or two bytes for
    each.
    """
    result = e.register()
    narrow, wide = e.decide(e.compute(_ARE_LATIN1, characters, args[2], dst=e.register()))
    e.start(wide)
    if _is_total(e):
        call_named(e, result, _OWNER, "toBytes", "([CII)[B", args, static=True)
    else:
        e.emit(ir.Const(result, NULL, e.at))
    e.emit(ir.Return(result, e.at))
    e.start(narrow)
    e.emit(ir.NewArray(result, _BYTES, args[2], e.at))
    e.emit(ir.SetContents(result, e.compute(_LOW, characters, dst=e.register()), BV8, e.at))
    return result


def _is_total(e: Emitter) -> bool:
    """Whether the number of bytes shows that there are characters beyond Latin-1."""
    return any(method.name == "coderFromArrayLen" for method in e.link.java_class.methods.values())


@_model("toBytes")
def to_bytes(e: Emitter, args: Args, characters: Reg) -> Reg:
    """Return two bytes for each character, the low one first."""
    result = e.register()
    call_named(e, result, _OWNER, _NEW_BYTES, "(I)[B", (args[2],), static=True)
    e.emit(ir.SetContents(result, e.compute(_BOTH, characters, dst=e.register()), BV8, e.at))
    return result
