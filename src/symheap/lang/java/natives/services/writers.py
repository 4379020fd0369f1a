"""Writing whole texts without reading their length.

The bytecode passes a string on as a range, for which it needs the length, and an encoder reads every character. A
`StringWriter` appends the string itself; output to the console is ignored.
"""

from __future__ import annotations

from symheap.core.terms import NULL
from symheap.core.typeset import TypeSet
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.methods import in_bytecode
from symheap.lang.java.natives.model import Args, Models
from symheap.objects import ir
from symheap.objects.ir import Reg

MODELS = Models()
_WRITE = "write(Ljava/lang/String;)V"
_WRITE_RANGE = "write(Ljava/lang/String;II)V"
_PRINT_WRITER, _STRING_WRITER = "java.io.PrintWriter", "java.io.StringWriter"
_STREAM_WRITER, _ENCODER = "java.io.OutputStreamWriter", "sun.nio.cs.StreamEncoder"
_STREAM, _FILTER = "java.io.PrintStream", "java.io.FilterOutputStream"


@MODELS.built(f"{_PRINT_WRITER}.{_WRITE}")
def print_text(e: Emitter, args: Args) -> None:
    """Write a text. Subclasses may override a method that the bytecode calls; a closed writer writes nothing."""
    this, text = args
    e.emit(ir.NullCheck(text, e.at))
    _only(e, exactly(e, this, _PRINT_WRITER), _PRINT_WRITER, args)
    out = e.get(this, e.link.find(_PRINT_WRITER).fields["out", "Ljava/io/Writer;"].field, dst=e.register())
    closed = e.equal(out, e.constant(NULL))
    nothing = e.constant(0)
    _return_where(e, closed, ir.Invoke(ir.DISCARD, _PRINT_WRITER, _WRITE_RANGE, (*args, nothing, nothing), e.at))
    for name in (_STRING_WRITER, _PRINT_WRITER):
        whole = ir.Invoke(ir.DISCARD, name, _WRITE, (out, text), e.at, receiver=True)
        _return_where(e, exactly(e, out, name), whole)
    _only_to_console(e, out, _PRINT_WRITER, args)


@MODELS.built(f"java.io.Writer.{_WRITE}")
def write_text(e: Emitter, args: Args) -> None:
    e.emit(ir.NullCheck(args[1], e.at))
    _only_to_console(e, args[0], "java.io.Writer", args)


def exactly(e: Emitter, obj: Reg, class_name: str) -> Reg:
    """Whether a reference is to an object of that very class."""
    universe = e.link.table.universe
    mask = sum(1 << i for i, each in enumerate(universe) if each == class_name)
    types = TypeSet(mask, universe, f"exactly {class_name}", lambda c: c == class_name)
    result = e.register()
    e.emit(ir.IsA(result, obj, types, e.at))
    return result


def _return_where(e: Emitter, condition: Reg, call: ir.Invoke) -> None:
    then, other = e.decide(condition)
    e.start(then)
    e.emit(call)
    e.emit(ir.Return(call.args[0], e.at))
    e.start(other)
    e.forget_constants()


def _only(e: Emitter, condition: Reg, owner: str, args: Args) -> None:
    """Continue where a condition holds, and leave all other cases to the bytecode of the owner's method."""
    then, other = e.decide(condition)
    e.start(other)
    e.emit(ir.Invoke(ir.DISCARD, owner, in_bytecode(_WRITE), args, e.at))
    e.emit(ir.Return(args[1], e.at))
    e.start(then)
    e.forget_constants()


def _only_to_console(e: Emitter, writer: Reg, owner: str, args: Args) -> None:
    """Continue for a console, a stream without an underlying one: see `output`.

    A closed stream looks the same, which makes no observable difference.
    """
    _only(e, exactly(e, writer, _STREAM_WRITER), owner, args)
    find = e.link.find
    encoder = e.get(writer, find(_STREAM_WRITER).fields["se", f"L{_ENCODER.replace('.', '/')};"].field, e.register())
    stream = e.get(encoder, find(_ENCODER).fields["out", "Ljava/io/OutputStream;"].field, e.register())
    _only(e, exactly(e, stream, _STREAM), owner, args)
    below = e.get(stream, find(_FILTER).fields["out", "Ljava/io/OutputStream;"].field, e.register())
    _only(e, e.equal(below, e.constant(NULL)), owner, args)
