"""Methods of String on its characters, as one value: no path for each character.

Strings that are not Latin-1, which no input is, are left to the bytecode, and so are those of JDKs without Latin-1
strings. Tests for null, for another class and for the same object are instructions, as in the JDK.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from symheap.core.terms import BV8, BV32, NULL, Op, Value, and_, eq, ite, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.functions import apply
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models, leave_to_bytecode
from symheap.lang.java.values import operations, texts
from symheap.lang.java.values.types import STRING
from symheap.objects import ir
from symheap.objects.ir import Operation, Reg

MODELS = Models()
Text = tuple[Reg, Reg]
"""The contents and the length."""

_STRING = "Ljava/lang/String;"
_LATIN1 = 0
_ALL_LATIN1 = Operation("latin1", lambda *coders: and_(*(eq(coder, _LATIN1) for coder in coders)))


def _model(key: str) -> Callable[[Callable[[Emitter, Args], Reg]], None]:
    """Register the model of a method of String, if strings have bytes and a coder."""

    def register(build: Callable[[Emitter, Args], Reg]) -> None:
        def built(e: Emitter, args: Args) -> Reg:
            if ("value", "[B") in e.link.java_class.fields:
                return build(e, args)
            leave_to_bytecode(e, STRING, key, args)
            return ir.DISCARD

        MODELS.built(f"{STRING}.{key}")(built)

    return register


def _latin1(e: Emitter, key: str, args: Args, *strings: Reg) -> list[Text]:
    """Continue where all strings are Latin-1, with their texts. Null is an error, in the order of the strings."""
    fields = e.link.java_class.fields
    value, coder = fields["value", "[B"].field, fields["coder", "B"].field
    arrays = [e.get(string, value, dst=e.register()) for string in strings]
    coders = [e.get(string, coder, dst=e.register()) for string in strings]
    latin1, other = e.decide(e.compute(_ALL_LATIN1, *coders, dst=e.register()))
    e.start(other)
    leave_to_bytecode(e, STRING, key, args)
    e.start(latin1)
    return [_text(e, array) for array in arrays]


def _text(e: Emitter, array: Reg) -> Text:
    contents, length = e.register(), e.register()
    e.emit(ir.Contents(contents, array, BV8, e.at))
    e.emit(ir.Length(length, array, e.at))
    return contents, length


def _truth(function: Callable[..., Value]) -> Operation:
    """Return a condition as the JVM's truth value."""
    return Operation(function.__name__, lambda *args: ite(function(*args), 1, 0, BV32))


def _return_if(e: Emitter, condition: Reg, result: Reg) -> None:
    then, other = e.decide(condition)
    e.start(then)
    e.emit(ir.Return(result, e.at))
    e.start(other)


# The hash and comparison ----------------------------------------------------------------------------------------------

_HASH = Operation("hash", partial(apply, texts.HASH))
_SAME = _truth(texts.same)
_ALIKE = _truth(texts.same_ignoring_case)
_COMPARE = Operation("compare", texts.compare)


@_model("hashCode()I")
def hash_code(e: Emitter, args: Args) -> Reg:
    """Return the hash, without its cache in the string, which is not observable."""
    [text] = _latin1(e, "hashCode()I", args, args[0])
    return e.compute(_HASH, *text, dst=e.register())


@_model("equals(Ljava/lang/Object;)Z")
def equals(e: Emitter, args: Args) -> Reg:
    yes, no = e.constant(1), e.constant(0)
    _return_if(e, e.equal(args[0], args[1]), yes)
    is_string, other = e.decide(e.is_a(args[1], STRING))
    e.start(other)
    e.emit(ir.Return(no, e.at))
    e.start(is_string)
    a, b = _latin1(e, "equals(Ljava/lang/Object;)Z", args, args[0], args[1])
    return e.compute(_SAME, *a, *b, dst=e.register())


@_model(f"equalsIgnoreCase({_STRING})Z")
def equals_ignoring_case(e: Emitter, args: Args) -> Reg:
    yes, no, null = e.constant(1), e.constant(0), e.constant(NULL)
    _return_if(e, e.equal(args[0], args[1]), yes)
    _return_if(e, e.equal(args[1], null), no)
    a, b = _latin1(e, f"equalsIgnoreCase({_STRING})Z", args, args[0], args[1])
    return e.compute(_ALIKE, *a, *b, dst=e.register())


@_model(f"compareTo({_STRING})I")
def compare_to(e: Emitter, args: Args) -> Reg:
    a, b = _latin1(e, f"compareTo({_STRING})I", args, args[0], args[1])
    return e.compute(_COMPARE, *a, *b, dst=e.register())


# Beginning and end ----------------------------------------------------------------------------------------------------


def _begins(text: Value, length: Value, prefix: Value, size: Value, start: Value = 0) -> Value:
    """Whether a text has a prefix at `start`, which is not negative."""
    last = bitvector(Op.BVSUB, 32, length, size)
    return and_(not_(bitvector(Op.BVSLT, 32, last, start)), texts.region(text, start, prefix, 0, size))


def _ends(text: Value, length: Value, suffix: Value, size: Value) -> Value:
    start = bitvector(Op.BVSUB, 32, length, size)
    return and_(not_(bitvector(Op.BVSLT, 32, start, 0)), texts.region(text, start, suffix, 0, size))


_BEGINS, _ENDS = _truth(_begins), _truth(_ends)


@_model(f"startsWith({_STRING})Z")
def starts_with(e: Emitter, args: Args) -> Reg:
    text, prefix = _latin1(e, f"startsWith({_STRING})Z", args, args[0], args[1])
    return e.compute(_BEGINS, *text, *prefix, dst=e.register())


@_model(f"startsWith({_STRING}I)Z")
def starts_with_at(e: Emitter, args: Args) -> Reg:
    """Test a prefix; for a negative offset it may be null."""
    no = e.constant(0)
    _return_if(e, e.compute(operations.ILT0, args[2], dst=e.register()), no)
    text, prefix = _latin1(e, f"startsWith({_STRING}I)Z", args, args[0], args[1])
    return e.compute(_BEGINS, *text, *prefix, args[2], dst=e.register())


@_model(f"endsWith({_STRING})Z")
def ends_with(e: Emitter, args: Args) -> Reg:
    text, suffix = _latin1(e, f"endsWith({_STRING})Z", args, args[0], args[1])
    return e.compute(_ENDS, *text, *suffix, dst=e.register())


# Search ---------------------------------------------------------------------------------------------------------------

_LAST = 0x7FFFFFFF


def _search(name: str, wanted: str, function: Callable[..., Value], start: int) -> None:
    """Register the two methods of a name: with the default start of the search, and with a given one."""
    operation = Operation(name, function)
    for parameters in (wanted, f"{wanted}I"):
        _search_model(f"{name}({parameters})I", wanted == _STRING, operation, start if parameters == wanted else None)


def _search_model(key: str, for_text: bool, operation: Operation, start: int | None) -> None:
    @_model(key)
    def search(e: Emitter, args: Args) -> Reg:
        at = args[2] if start is None else e.constant(start)
        text, *others = _latin1(e, key, args, *(args[:2] if for_text else args[:1]))
        target = others[0] if for_text else (args[1],)
        return e.compute(operation, *text, *target, at, dst=e.register())


_search("indexOf", "I", partial(apply, texts.INDEX_OF_UNIT), 0)
_search("indexOf", _STRING, texts.index_of, 0)
_search("lastIndexOf", "I", partial(apply, texts.LAST_INDEX_OF_UNIT), _LAST)
_search("lastIndexOf", _STRING, texts.last_index_of, _LAST)
