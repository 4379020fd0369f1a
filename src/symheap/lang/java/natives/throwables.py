"""Exceptions. Their stack traces are refused to the program; the engine knows where each one was created.

An exception created by the machine, without a constructor, has default fields. It gets the JVM's values when one of
them is read. The message that a JVM writes is unspecified, so it is a deferred string.
"""

from __future__ import annotations

from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Guarded, Models
from symheap.lang.java.table import DEFERRED
from symheap.lang.java.world import World
from symheap.objects.host import Cell, Host, Symbolic
from symheap.objects.ir import Reg

MODELS = Models()


@MODELS.built("java.lang.Throwable.fillInStackTrace()Ljava/lang/Throwable;")
def fill_in_stack_trace(e: Emitter, args: Args) -> Reg:
    return args[0]


_THROWABLE, _SELF = "java.lang.Throwable", "Ljava/lang/Throwable;"
_NULL = "java.lang.NullPointerException"
_INITIALIZER = "java.lang.ExceptionInInitializerError"
_MESSAGES = {
    "java.lang.ArithmeticException": "/ by zero",
    **dict.fromkeys(
        (
            "java.lang.ArrayIndexOutOfBoundsException",
            "java.lang.ArrayStoreException",
            "java.lang.ClassCastException",
            "java.lang.NegativeArraySizeException",
            "java.lang.AbstractMethodError",
        )
    ),
}
"""The message of an error that always has the same one, None for others."""
_MESSAGE_IS_KNOWN = 2
"""The state in which a `NullPointerException` no longer asks the JVM for its message."""


def _complete(world: World, host: Host, args: tuple[Cell, ...]) -> None:
    this = args[0]
    try:
        class_name = host.class_of(this)
        if not class_name.startswith("java.") or not _is_bare(host, this, class_name):
            return
    except Symbolic:
        return
    if class_name != _INITIALIZER:
        host.put(this, _THROWABLE, "cause", this)
    host.put(this, _THROWABLE, "suppressedExceptions", host.get_static(_THROWABLE, "SUPPRESSED_SENTINEL"))
    if class_name in _MESSAGES and host.is_null(host.get(this, _THROWABLE, "detailMessage")):
        text = _MESSAGES[class_name]
        host.put(this, _THROWABLE, "detailMessage", host.new(DEFERRED) if text is None else host.literal(text))
    if class_name == _NULL and any(f.name == "extendedMessage" for f in world.find(_NULL).instance_fields):
        host.put(this, _NULL, "extendedMessage", host.new(DEFERRED))
        host.put(this, _NULL, "extendedMessageState", _MESSAGE_IS_KNOWN)


def _is_bare(host: Host, this: Cell, class_name: str) -> bool:
    """Whether no constructor has run: each constructor of the JDK sets at least one of these fields."""
    fields = ("suppressedExceptions", "stackTrace", *(() if class_name == _INITIALIZER else ("cause",)))
    return all(host.is_null(host.get(this, _THROWABLE, name)) for name in fields)


MODELS.add(
    Guarded(_complete),
    f"{_NULL}.fillInStackTrace(){_SELF}",
    f"{_THROWABLE}.getMessage()Ljava/lang/String;",
    f"{_THROWABLE}.initCause({_SELF}){_SELF}",
    f"{_THROWABLE}.addSuppressed({_SELF})V",
    f"{_THROWABLE}.getSuppressed()[{_SELF}",
)
MODELS.nothing(
    "java.lang.NullPointerException.getExtendedNPEMessage()Ljava/lang/String;",
    "java.lang.Throwable.printStackTrace()V",
)
MODELS.refuse(
    "java.lang.Throwable.getStackTrace()[Ljava/lang/StackTraceElement;",
    "java.lang.Throwable.setStackTrace([Ljava/lang/StackTraceElement;)V",
    "java.lang.Throwable.printStackTrace(Ljava/io/PrintWriter;)V",
)
