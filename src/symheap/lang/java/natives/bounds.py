"""Exceptions for bad indices, with messages built from possibly symbolic numbers."""

from __future__ import annotations

from symheap.core.terms import NULL
from symheap.lang.java.lower.concat import Part, emit_concat
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.values.operations import EITHER
from symheap.objects import ir
from symheap.objects.ir import Reg

MODELS = Models()
_CHECKS = "jdk.internal.util.Preconditions"
_FUNCTION, _RESULT = "Ljava/util/function/BiFunction;", "Ljava/lang/RuntimeException;"
_FORMATTERS = {
    "SIOOBE_FORMATTER": "java.lang.StringIndexOutOfBoundsException",
    "AIOOBE_FORMATTER": "java.lang.ArrayIndexOutOfBoundsException",
    "IOOBE_FORMATTER": "java.lang.IndexOutOfBoundsException",
}
_DEFAULT = "java.lang.IndexOutOfBoundsException"


def new_exception(e: Emitter, class_name: str, message: Reg) -> Reg:
    """Create an exception with a message, by its constructor."""
    result = e.register()
    e.initialize(class_name)
    e.emit(ir.New(result, class_name, e.at))
    e.emit(ir.Invoke(ir.DISCARD, class_name, "<init>(Ljava/lang/String;)V", (result, message), e.at, receiver=True))
    return result


def unless_null(e: Emitter, *references: Reg) -> None:
    """Throw, as one decision, if any of the references is null. A native method's exception has no message."""
    is_null, *others = (e.equal(each, e.constant(NULL)) for each in references)
    for other in others:
        is_null = e.compute(EITHER, is_null, other)
    null, other = e.decide(is_null)
    e.start(null)
    e.forget_constants()
    e.emit(ir.Throw(new_exception(e, "java.lang.NullPointerException", e.constant(NULL)), e.at))
    e.start(other)
    e.forget_constants()


def _out_of_bounds(name: str, kind: str, texts: tuple[str, ...]) -> None:
    """Register a check. `texts` go between the numbers; with five texts the first number is used twice.

    The last number is the length.
    """

    @MODELS.built(f"{_CHECKS}.{name}({_FUNCTION}{kind * (len(texts) - 1 if len(texts) < 5 else 3)}){_RESULT}")
    def build(e: Emitter, args: Args) -> Reg:
        numbers = args[1:] if len(texts) < 5 else (args[1], *args[1:])
        parts: list[Part] = [texts[0]]
        for number, text in zip(numbers, texts[1:], strict=True):
            parts += [(number, kind), text]
        message = e.register()
        emit_concat(e, message, [part for part in parts if part != ""])
        _by_formatter(e, args[0], message)
        return ir.DISCARD


def _by_formatter(e: Emitter, formatter: Reg, message: Reg) -> None:
    """Throw the exception of a formatter of the JDK, or for null the general one."""
    statics = e.link.java_class.static_fields
    known = [(e.constant(NULL), _DEFAULT)]
    for name, class_name in _FORMATTERS.items():
        if name in statics:
            holder = e.constant(e.link.holder(_CHECKS))
            known.append((e.get(holder, statics[name], dst=e.register()), class_name))
    for candidate, class_name in known:
        same, other = e.decide(e.equal(formatter, candidate))
        at_hand = e.apart()
        e.start(same)
        e.emit(ir.Return(new_exception(e, class_name, message), e.at))
        e.together(other, at_hand)
    e.emit(ir.Refuse(f"{_CHECKS} with a formatter of the program's own", e.at))


for _kind in ("I", "J"):
    _out_of_bounds("outOfBoundsCheckIndex", _kind, ("Index ", " out of bounds for length ", ""))
    _out_of_bounds("outOfBoundsCheckFromToIndex", _kind, ("Range [", ", ", ") out of bounds for length ", ""))
    _out_of_bounds("outOfBoundsCheckFromIndexSize", _kind, ("Range [", ", ", " + ", ") out of bounds for length ", ""))
