"""StringBuilder and StringBuffer: appending without a decision, and builders of symbolic length.

After something of symbolic length was appended, the array of a builder is deferred: its `value` is a string whose
contents are not materialised yet. More can be appended, and its text is again such a string. Before any other method
runs, the contents are written into an array of the JDK's length. Where that is not supported, the `value` is an object
without contents, and a path that reads it ends as unsupported.
"""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.terms import BV32, NULL, REF, Op, Term, Value, and_, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.lang.java.classfile.constants import StringConst
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.concat import joined
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Build, Guarded, Model, Models, leave_to_bytecode
from symheap.lang.java.natives.texts.builder_arrays import (
    BUILDER,
    LATIN1,
    STRING_CLASS,
    UTF16,
    Bytes,
    Cells,
    append_to,
    contents_of,
    of_char,
    of_text,
)
from symheap.lang.java.values.pseudo import DEFERRED, JOINED
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Held, Host, HostFunction, Part, Refused, Replaced, Shown, Symbolic
from symheap.objects.ir import Operation, Reg

MODELS = Models()
_RESULT = "Ljava/lang/AbstractStringBuilder;"
_TEXT = "Ljava/lang/String;"
_TO_STRING = f"toString(){_TEXT}"
_MAKER, _MAKES = "java.lang.StringLatin1", f"newString([BII){_TEXT}"
"""The method that creates the texts of builders."""
CONTENTS = "contents of a string that was put together from symbolic parts"


# Contents: the bytes and the coder


def _defer(host: Host, builder: Cell, *added: Part) -> None:
    """Defer the builder's contents, with more appended."""
    host.class_of(builder)
    try:
        text = host.joined(JOINED, (*_so_far(host, builder), *added), room=True)
    except Symbolic:
        text = host.new(DEFERRED)
    host.put(builder, BUILDER, "value", text)


def _put_off(host: Host, builder: Cell) -> tuple[Part, ...] | None:
    """Defer a builder's contents if they are not yet, and return its parts; None if that is not possible."""
    host.class_of(builder)
    parts = host.parts(host.get(builder, BUILDER, "value"))
    if parts is None:
        _defer(host, builder)
        parts = host.parts(host.get(builder, BUILDER, "value"))
    return parts


def _so_far(host: Host, builder: Cell) -> tuple[Part, ...]:
    """Return a builder's contents. The array is no longer written if the builder gets another one.

    Raises `Symbolic` if it has characters that need two bytes, and `Refused` if it is a two-byte builder that may have
    none.
    """
    value = host.get(builder, BUILDER, "value")
    parts = host.parts(value)
    if parts is not None:
        return parts
    if host.class_of(value) == DEFERRED:
        raise Symbolic
    count = host.get(builder, BUILDER, "count")
    if host.plain(host.get(builder, BUILDER, "coder")) != LATIN1:
        if isinstance(count, Term) or count == 0:
            raise Refused(CONTENTS)
        raise Symbolic
    return (Held(value, count),)


# Appending


def _appended(world: World, host: Host, builder: Cell, added: Callable[[], tuple[Bytes, int]], shown: Part) -> Cell:
    """Append `added` or, if that is symbolic or the builder is already deferred, append the part `shown`."""
    try:
        if host.parts(host.get(builder, BUILDER, "value")) is not None:
            raise Symbolic
        append_to(world, host, builder, added())
    except Symbolic:
        _defer(host, builder, shown)
    return builder


@MODELS.with_world(f"{BUILDER}.append({_TEXT}){_RESULT}")
def append_string(world: World, host: Host, args: Cells) -> Cell:
    def added() -> tuple[Bytes, int]:
        return of_text("null") if host.is_null(args[1]) else contents_of(host, args[1], STRING_CLASS)

    return _appended(world, host, args[0], added, Shown(args[1], _TEXT))


def _appending_number(kind: str) -> None:
    @MODELS.with_world(f"{BUILDER}.append({kind}){_RESULT}")
    def append_number(world: World, host: Host, args: Cells) -> Cell:
        return _appended(world, host, args[0], lambda: of_text(str(host.plain(args[1]))), Shown(args[1], kind))


for _kind in "IJ":
    _appending_number(_kind)


@MODELS.with_world(f"{BUILDER}.append(Z){_RESULT}")
def append_truth(world: World, host: Host, args: Cells) -> Cell:
    def added() -> tuple[Bytes, int]:
        return of_text("true" if host.plain(args[1]) else "false")

    return _appended(world, host, args[0], added, Shown(args[1], "Z"))


@MODELS.with_world(f"{BUILDER}.append(C){_RESULT}")
def append_char(world: World, host: Host, args: Cells) -> Cell:
    """Append a character. A symbolic one is kept as it is if known to be Latin-1, as those of input strings are."""
    return _appended(world, host, args[0], lambda: of_char(args[1]), Shown(args[1], "C"))


_APPEND_PART = f"append(Ljava/lang/CharSequence;II){_RESULT}"


def _is_part(coder: Value, length: Value, start: Value, end: Value) -> Value:
    """Whether a string is Latin-1 and has a part between two indices."""
    disorder = ((start, 0), (end, start), (length, end))
    return and_(eq(coder, LATIN1), *(not_(bitvector(Op.BVSLT, 32, *each)) for each in disorder))


_IS_PART = Operation("part", _is_part)


@MODELS.built(f"{BUILDER}.{_APPEND_PART}")
def append_part(e: Emitter, args: Args) -> Reg:
    """Append a part of a string as a string. Other cases are left to the bytecode, on a readable builder."""
    builder, text, start, end = args
    length, part = e.register(), e.register()
    string, other = e.decide(e.is_a(text, STRING_CLASS))
    e.start(string)
    coder = e.get(text, e.link.find(STRING_CLASS).fields["coder", "B"].field, dst=e.register())
    call_named(e, length, STRING_CLASS, "length", "()I", (text,), static=False)
    inside, outside = e.decide(e.compute(_IS_PART, coder, length, start, end, dst=e.register()))
    world = e.link.world
    readable = HostFunction(f"{BUILDER}.append", lambda host, cells: _readable(world, host, cells))
    for left in (other, outside):
        e.start(left)
        e.emit(ir.HostCall(part, readable, (builder,), e.at))
        leave_to_bytecode(e, BUILDER, _APPEND_PART, args)
    e.start(inside)
    call_named(e, part, STRING_CLASS, "substring", f"(II){_TEXT}", (text, start, end), static=False)
    e.emit(ir.Invoke(part, BUILDER, f"append({_TEXT}){_RESULT}", (builder, part), e.at))
    return part


_REAL = {
    "F": ("java.lang.Float", "jdk.internal.math.FloatToDecimal", 15),
    "D": ("java.lang.Double", "jdk.internal.math.DoubleToDecimal", 24),
}


def _appending_real(kind: str) -> Build:
    """Append a number. Where the JDK writes digits directly into the array, it first makes room for the longest."""
    box, writer, digits = _REAL[kind]

    def build(e: Emitter, args: Args) -> Reg:
        world, text = e.link.world, e.register()
        direct = world.exists(writer) and f"putDecimal([BI{kind})I" in world.find(writer).methods
        call_named(e, text, box, "toString", f"({kind}){_TEXT}", (args[1],), static=True)

        def append(host: Host, cells: Cells) -> None:
            try:
                append_to(world, host, cells[0], contents_of(host, cells[1], STRING_CLASS), digits if direct else 0)
            except Symbolic:
                if direct:
                    host.put(cells[0], BUILDER, "value", host.new(DEFERRED))
                else:
                    _defer(host, cells[0], Shown(cells[1], _TEXT))

        function = HostFunction(f"{BUILDER}.append", append)
        e.emit(ir.HostCall(ir.DISCARD, function, (args[0], text), e.at))
        return args[0]

    return build


for _kind in _REAL:
    MODELS.built(f"{BUILDER}.append({_kind}){_RESULT}")(_appending_real(_kind))


# Reading


def _to_string(host: Host, args: Cells) -> Cell:
    """Return a new string. It has two bytes per character only if some character needs them."""
    try:
        data, coder = contents_of(host, args[0], BUILDER)
        if coder == UTF16 and not any(host.plain(high) for high in data[1::2]):
            data, coder = data[::2], LATIN1
    except Symbolic:
        parts = _put_off(host, args[0])
        return host.new(DEFERRED) if parts is None else joined(host, parts)
    result = host.new(STRING_CLASS)
    host.put(result, STRING_CLASS, "value", host.new_array("[B", data))
    host.put(result, STRING_CLASS, "coder", coder)
    return result


def _empty_is_literal(world: World) -> bool:
    """Whether the JDK returns the literal as the text of an empty builder, rather than a new string."""
    method = world.find(_MAKER).methods.get(_MAKES) if world.exists(_MAKER) else None
    code = None if method is None else method.code
    return code is not None and any(StringConst("") in instruction.args for instruction in code.instructions)


def _may_be_empty(world: World, host: Host, args: Cells) -> Cell:
    """Whether the count of a builder must be read. A deferred text that may be empty is materialised for it.

    A deferred text without contents has characters: one that needs two bytes, or those of a number.
    """
    try:
        value = host.get(args[0], BUILDER, "value")
        name = host.class_of(value)
    except Symbolic:
        return 1
    if name == DEFERRED or any(_has_characters(host, part) for part in host.parts(value) or ()):
        return 0
    _readable(world, host, args)
    return 1


def _has_characters(host: Host, part: Part) -> bool:
    """Whether a part is known not to be empty; a part with a replaced character is not."""
    try:
        if isinstance(part, str):
            return bool(part)
        if isinstance(part, Held):
            return host.plain(part.length) > 0
        if isinstance(part, Replaced) or part.kind != _TEXT or host.is_null(part.cell):
            return True
        inner = host.parts(part.cell)
        if inner is not None:
            return any(_has_characters(host, each) for each in inner)
        return host.class_of(part.cell) == DEFERRED or bool(host.text(part.cell))
    except Symbolic:
        return False


_IS_EMPTY = Operation("empty", lambda asked, count: and_(eq(asked, 1), eq(count, 0)))


def _to_text(owner: str, cache: tuple[str, str] | None = None) -> None:
    """Register the model of `toString`. An empty buffer records in `cache` that it was asked, and then makes new
    strings.
    """

    @MODELS.built(f"{owner}.{_TO_STRING}")
    def to_text(e: Emitter, args: Args) -> Reg:
        this, text, asked = args[0], e.register(), e.register()
        world = e.link.world
        new = ir.HostCall(text, HostFunction(f"{owner}.toString", _to_string, REF), args, e.at)
        if not _empty_is_literal(world):
            e.emit(new)
            return text
        literal, null = e.constant(e.link.initial.literal("")), e.constant(NULL)
        ask = HostFunction(f"{owner}.toString", lambda host, cells: _may_be_empty(world, host, cells), BV32)
        e.emit(ir.HostCall(asked, ask, args, e.at))
        count = e.get(this, e.link.find(BUILDER).fields["count", "I"].field, dst=e.register())
        empty, other = e.decide(e.compute(_IS_EMPTY, asked, count, dst=e.register()))
        e.start(empty)
        if cache is not None:
            field = e.link.find(owner).fields[cache].field
            first, again = e.decide(e.equal(e.get(this, field, dst=e.register()), null))
            e.start(again)
            e.jump(other)
            e.start(first)
            e.put(this, field, literal)
        e.emit(ir.Return(literal, e.at))
        e.start(other)
        e.emit(new)
        return text


_to_text("java.lang.StringBuilder")
_to_text("java.lang.StringBuffer", ("toStringCache", _TEXT))


def _readable(world: World, host: Host, args: Cells) -> None:
    """Materialise the builder's array before the bytecode of any other method runs."""
    builder = args[0]
    try:
        value = host.get(builder, BUILDER, "value")
        name = "" if host.is_null(value) else host.class_of(value)
    except Symbolic:
        return
    if name == DEFERRED:
        raise Refused(CONTENTS)
    if name == JOINED:
        array, count = host.get(value, STRING_CLASS, "value"), host.get(value, JOINED, "count")
        host.put(builder, BUILDER, "value", array)
        host.put(builder, BUILDER, "count", count)


_DIRECT = frozenset(
    f"java.lang.StringBuffer.{member}" for member in ("length()I", f"substring(I){_TEXT}", f"lastIndexOf({_TEXT})I")
)
"""Methods that access the builder's fields directly."""


def reading(name: str) -> Model | None:
    """Return the rule for all other methods of a builder: before their bytecode runs, it must have contents."""
    owner, member = name.partition("(")[0].rpartition(".")[::2]
    if owner.rstrip(".") != BUILDER or member.startswith("<"):
        return Guarded(_readable) if name in _DIRECT else None
    return Guarded(_readable, receiver=True)
