"""Regular expressions: patterns are compiled outside the path, and matched in bytecode, against any text.

Compilation is long, and depends on the pattern alone. For a plain pattern the bytecode runs on the concrete machine,
and its result is recreated on the path. An invalid pattern is left to the bytecode, for the exception that it throws.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from symheap.core.outcome import Returned
from symheap.core.source import Position
from symheap.core.terms import NULL, REF
from symheap.core.types import ClassTable
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.methods import in_bytecode
from symheap.lang.java.natives.concretely import program_apart
from symheap.lang.java.natives.images import Image, NoImage, image_of, made_again
from symheap.lang.java.natives.model import Args, Guarded, Models, leave_to_bytecode
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Refused, Symbolic
from symheap.objects.interpreter import call
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]
_PATTERN = "java.util.regex.Pattern"
_COMPILE = f"{_PATTERN}.compile"
_SHARED = tuple(f"{_PATTERN}${name}" for name in ("Qtype", "LookBehindEndNode"))
"""Classes of objects that all patterns share: the kinds of quantifiers, and the end of a lookbehind."""

_PLAIN, _WITH_FLAGS = (f"compile(Ljava/lang/String;{flags})Ljava/util/regex/Pattern;" for flags in ("", "I"))
_MATCH = "match(Ljava/util/regex/Matcher;ILjava/lang/CharSequence;)Z"
_STEPS = 2_000_000
_AT = Position("Pattern.java", 0, 0)

_compiled: WeakKeyDictionary[ClassTable, dict[tuple[str, int], Image | None]] = WeakKeyDictionary()
"""Patterns by text and flags: a cache that no path observes."""


@MODELS.built(f"{_PATTERN}.{_PLAIN}")
def compile_pattern(e: Emitter, args: Args) -> Reg:
    return _compile(e, _PLAIN, args, e.constant(0))


@MODELS.built(f"{_PATTERN}.{_WITH_FLAGS}")
def compile_with_flags(e: Emitter, args: Args) -> Reg:
    return _compile(e, _WITH_FLAGS, args, args[1])


def _compile(e: Emitter, key: str, args: Args, flags: Reg) -> Reg:
    made, null, link = e.register(), e.constant(NULL), e.link
    for name in filter(link.world.exists, _SHARED):
        e.initialize(name)
    function = HostFunction(_COMPILE, lambda host, cells: _pattern(link, host, *cells), REF)
    nothing, text = e.decide(e.equal(args[0], null))
    e.start(text)
    e.emit(ir.HostCall(made, function, (args[0], flags), e.at))
    unknown, done = e.decide(e.equal(made, null))
    for left in (nothing, unknown):
        e.start(left)
        leave_to_bytecode(e, _PATTERN, key, args)
    e.start(done)
    return made


def _pattern(link: Linker, host: Host, text: Cell, flags: Cell) -> Cell:
    """Return the compiled pattern; null if it is left to the bytecode."""
    try:
        plain = host.text(text)
    except Symbolic:
        raise Refused(f"{_COMPILE} of a symbolic text") from None
    try:
        image = _image(link, plain, host.plain(flags))
        return host.null() if image is None else made_again(host, image, (text,))
    except (NoImage, Symbolic):
        return host.null()


def _image(link: Linker, text: str, flags: int) -> Image | None:
    known = _compiled.setdefault(link.table, {})
    if (text, flags) not in known:
        known[text, flags] = _compile_apart(link, text, flags)
    return known[text, flags]


def _compile_apart(link: Linker, text: str, flags: int) -> Image | None:
    """Return the pattern compiled by the bytecode, if it can be recreated."""
    images: list[Image] = []

    def note(host: Host, cells: Cells) -> None:
        try:
            images.append(image_of(host, link, cells[0], cells[1:]))
        except NoImage:
            return

    block = (
        ir.Initialize(_PATTERN, _AT),
        ir.HostCall(0, HostFunction("text", lambda host, cells: host.string(text), REF), (), _AT),
        ir.Const(1, flags, _AT),
        ir.Invoke(2, _PATTERN, in_bytecode(_WITH_FLAGS), (0, 1), _AT),
        ir.HostCall(3, HostFunction("image", note), (2, 0), _AT),
        ir.Return(2, _AT),
    )
    program = program_apart(link)
    assert program.initial is not None
    done = call(program, program.initial, ir.Method("", "compile", (), 4, (block,), _AT), (), max_steps=_STEPS)
    return images[0] if images and isinstance(done.end, Returned) else None


# Matching -------------------------------------------------------------------------------------------------------------

_MATCHER = "java.util.regex.Matcher"
_SLICES = ("SliceU", "SliceS", "SliceIS")
_COUNTS = ("capturingGroupCount", "localCount", "localTCNCount")
_ARRAYS = ("groups", "locals", "localsPos")


def _must_be_made(host: Host, this: Cell, owner: str, numbers: Sequence[str] = (), arrays: Sequence[str] = ()) -> None:
    """Refuse an input pattern or matcher: the invariants of its code are unknown for it. Null is left to the code."""
    try:
        if host.is_null(this):
            return
        for name in numbers:
            host.plain(host.get(this, owner, name))
        for name in arrays:
            host.length(host.get(this, owner, name))
    except Symbolic:
        raise Refused(f"{owner} that is an input") from None


@MODELS.guarded(f"{_PATTERN}.matcher(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;")
def matcher(host: Host, args: Cells) -> None:
    _must_be_made(host, args[0], _PATTERN, _COUNTS)


def _rounds_of_pattern(class_name: str, key: str, numbers: Sequence[str] = (), arrays: Sequence[str] = ()) -> None:
    """Register a method whose loops iterate as often as fields of the pattern say, independent of the text."""

    def guard(world: World, host: Host, args: Cells) -> None:
        _must_be_made(host, args[0], class_name, numbers, arrays)

    MODELS.add(Guarded(guard, settled=True), f"{class_name}.{key}")


for _key in ("reset()Ljava/util/regex/Matcher;", "find()Z", "search(I)Z", "match(II)Z"):
    _rounds_of_pattern(_MATCHER, _key, arrays=_ARRAYS)
for _name in _SLICES:
    _rounds_of_pattern(f"{_PATTERN}${_name}", _MATCH, arrays=("buffer",))
for _name, _field in (("Branch", "size"), ("Curly", "cmin"), ("GroupCurly", "cmin")):
    _rounds_of_pattern(f"{_PATTERN}${_name}", _MATCH, numbers=(_field,))


def _use_pattern(world: World, host: Host, args: Cells) -> None:
    _must_be_made(host, args[1], _PATTERN, _COUNTS)


MODELS.add(
    Guarded(_use_pattern, settled=True), f"{_MATCHER}.usePattern(Ljava/util/regex/Pattern;)Ljava/util/regex/Matcher;"
)
