"""String, and operations on texts that are not left to bytecode."""

from __future__ import annotations

from symheap.core.terms import NULL
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.values import operations
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.objects import ir
from symheap.objects.host import Cell, Host, Refused, Symbolic
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]

MODELS.nothing("java.lang.StringUTF16.isBigEndian()Z")


@MODELS.python("java.lang.String.intern()Ljava/lang/String;")
def intern(host: Host, args: Cells) -> Cell:
    return host.literal(host.text(args[0]))


@MODELS.built(
    "jdk.internal.util.ArraysSupport.vectorizedMismatch(Ljava/lang/Object;JLjava/lang/Object;JII)I",
)
def vectorized_mismatch(e: Emitter, args: Args) -> Reg:
    """Leave all elements to the caller, as its contract allows: return the complement of the length."""
    return e.compute(operations.IXOR, args[4], e.constant(-1), dst=e.register())


# Machinery full of decisions: it runs on plain texts only.

_STRING, _OBJECTS = "Ljava/lang/String;", "[Ljava/lang/Object;"
_FORMATTER, _LOCALE = "java.util.Formatter", "java.util.Locale"


@MODELS.guarded(
    f"{_FORMATTER}.format({_STRING}{_OBJECTS})L{_FORMATTER.replace('.', '/')};",
    f"{_FORMATTER}.format(Ljava/util/Locale;{_STRING}{_OBJECTS})L{_FORMATTER.replace('.', '/')};",
)
def format_text(host: Host, args: Cells) -> None:
    _must_be_plain(host, args[-2], f"{_FORMATTER}.format")


def _must_be_plain(host: Host, text: Cell, name: str) -> None:
    """Refuse a symbolic text. Null and texts that are not strings are left to the bytecode."""
    try:
        if not host.is_null(text) and host.class_of(text) in ("java.lang.String", DEFERRED):
            host.text(text)
    except Symbolic:
        raise Refused(f"{name} of a symbolic text") from None


def _symbol(method: str, char: str) -> None:
    """Register a character used in numbers, for no locale and for the default one."""

    @MODELS.built(f"{_FORMATTER}.{method}(Ljava/util/Locale;)C")
    def symbol(e: Emitter, args: Args) -> Reg:
        e.initialize(_LOCALE)
        default = e.link.find(_LOCALE).static_fields["US"]
        known = (e.constant(NULL), e.get(e.constant(e.link.holder(_LOCALE)), default, dst=e.register()))
        result = e.constant(ord(char))
        for locale in known:
            same, other = e.decide(e.equal(args[0], locale))
            e.start(same)
            e.emit(ir.Return(result, e.at))
            e.start(other)
        e.emit(ir.Refuse("java.text.DecimalFormatSymbols", e.at))
        return ir.DISCARD


for _method, _char in (("getZero", "0"), ("getDecimalSeparator", "."), ("getGroupingSeparator", ",")):
    _symbol(_method, _char)
