"""System.out and System.err: the output is ignored.

They are streams without an underlying stream; a stream with one is not modelled.
"""

from __future__ import annotations

from symheap.core.terms import NULL
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Build, Models
from symheap.objects import ir
from symheap.objects.ir import Reg

MODELS = Models()
_STREAM, _CHARSET = "java.io.PrintStream", "java.nio.charset.Charset"
_OBJECT, _STRING, _CHARS = "Ljava/lang/Object;", "Ljava/lang/String;", "[C"


def _only_over_nothing(e: Emitter, stream: Reg) -> None:
    field = e.link.world.find("java.io.FilterOutputStream").fields["out", "Ljava/io/OutputStream;"].field
    console, other = e.decide(e.equal(e.get(stream, field), e.constant(NULL)))
    e.start(other)
    e.emit(ir.Refuse(f"{_STREAM} over a stream", e.at))
    e.start(console)


def _printing(descriptor: str) -> Build:
    """Print a value. The text of an object is computed, which may fail; a null array of characters is an error."""

    def build(e: Emitter, args: Args) -> None:
        _only_over_nothing(e, args[0])
        if descriptor == _OBJECT:
            call_named(e, e.register(), "java.lang.String", "valueOf", f"({_OBJECT}){_STRING}", (args[1],), static=True)
        elif descriptor == _CHARS:
            e.emit(ir.NullCheck(args[1], e.at))

    return build


for _descriptor in ("Z", "C", "I", "J", "F", "D", _CHARS, _STRING, _OBJECT):
    for _method in ("print", "println"):
        MODELS.built(f"{_STREAM}.{_method}({_descriptor})V")(_printing(_descriptor))
MODELS.built(f"{_STREAM}.println()V", f"{_STREAM}.flush()V", f"{_STREAM}.write(I)V")(_printing(""))


@MODELS.built(*(f"{_STREAM}.{name}({_STRING}[{_OBJECT})L{_STREAM.replace('.', '/')};" for name in ("printf", "format")))
def print_formatted(e: Emitter, args: Args) -> Reg:
    """Compute the text, which may fail."""
    _only_over_nothing(e, args[0])
    descriptor = f"({_STRING}[{_OBJECT}){_STRING}"
    call_named(e, e.register(), "java.lang.String", "format", descriptor, args[1:], static=True)
    return args[0]


@MODELS.built(f"{_STREAM}.charset()L{_CHARSET.replace('.', '/')};")
def charset(e: Emitter, args: Args) -> Reg:
    """Return the charset, for the console the default one."""
    own = e.get(args[0], e.link.java_class.fields["charset", f"L{_CHARSET.replace('.', '/')};"].field, dst=e.register())
    none, some = e.decide(e.equal(own, e.constant(NULL)))
    e.start(some)
    e.emit(ir.Return(own, e.at))
    e.start(none)
    result = e.register()
    call_named(e, result, _CHARSET, "defaultCharset", f"()L{_CHARSET.replace('.', '/')};", (), static=True)
    return result


@MODELS.built(f"java.lang.Throwable.printStackTrace(L{_STREAM.replace('.', '/')};)V")
def print_stack_trace(e: Emitter, args: Args) -> None:
    _only_over_nothing(e, args[1])
