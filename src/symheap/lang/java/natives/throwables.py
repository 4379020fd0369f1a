"""Exceptions. Their stack traces are refused to the program; the engine knows where each one was created.

An exception created by the machine, without a constructor, has default fields. It gets the JVM's values when one of
them is read. The message that a JVM writes is unspecified, so it is a deferred string.
"""

from __future__ import annotations

from collections.abc import Sequence

from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Guarded, Models
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.lang.java.world import World
from symheap.objects.host import Cell, Host, Refused, Symbolic
from symheap.objects.ir import Reg
from symheap.objects.steps.host import ConcreteHost
from symheap.objects.steps.machine import ConcreteMachine

MODELS = Models()


@MODELS.built("java.lang.Throwable.fillInStackTrace()Ljava/lang/Throwable;")
def fill_in_stack_trace(e: Emitter, args: Args) -> Reg:
    return args[0]


_THROWABLE, _SELF = "java.lang.Throwable", "Ljava/lang/Throwable;"
_NULL = "java.lang.NullPointerException"
_NO_CLASS = "java.lang.NoClassDefFoundError"
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
            "java.lang.NoClassDefFoundError",
        )
    ),
}
"""The message of an error that always has the same one, None for others."""
_MESSAGE_IS_KNOWN = 2
"""The state in which a `NullPointerException` no longer asks the JVM for its message."""


def _complete(world: World, host: Host, args: tuple[Cell, ...]) -> None:
    for each in _meant(host, args[0]):
        _fill(world, host, each)


def complete_made(world: World, machine: ConcreteMachine) -> None:
    """Give the exceptions that a machine made the fields that a JVM gives them: who meets them may not know them."""
    host = ConcreteHost(machine)
    for each in host.exceptions():
        _fill(world, host, each)


def _meant(host: Host, this: Cell) -> Sequence[Cell]:
    """The exception, or where that is symbolic all that the run has made: it may be any of them."""
    try:
        host.class_of(this)
    except Symbolic:
        return host.exceptions()
    return (this,)


def _fill(world: World, host: Host, this: Cell) -> None:
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


def _cause(world: World, host: Host, args: tuple[Cell, ...]) -> None:
    """Refuse to say what made an initialiser fail earlier: some JDKs remember it, in an error that they make of it."""
    for each in _meant(host, args[0]):
        try:
            if host.class_of(each) == _NO_CLASS and host.is_null(host.get(each, _THROWABLE, "cause")):
                raise Refused("the cause of an error about a class whose initialiser failed before")
        except Symbolic:
            continue


def _initiated(world: World, host: Host, args: tuple[Cell, ...]) -> None:
    _cause(world, host, args)
    _complete(world, host, args)


def _is_bare(host: Host, this: Cell, class_name: str) -> bool:
    """Whether no constructor has run: each constructor of the JDK sets at least one of these fields."""
    fields = ("suppressedExceptions", "stackTrace", *(() if class_name == _INITIALIZER else ("cause",)))
    return all(host.is_null(host.get(this, _THROWABLE, name)) for name in fields)


MODELS.add(
    Guarded(_complete),
    f"{_NULL}.fillInStackTrace(){_SELF}",
    f"{_THROWABLE}.getMessage()Ljava/lang/String;",
    f"{_THROWABLE}.addSuppressed({_SELF})V",
    f"{_THROWABLE}.getSuppressed()[{_SELF}",
)
MODELS.add(Guarded(_cause), f"{_THROWABLE}.getCause(){_SELF}")
MODELS.add(Guarded(_initiated), f"{_THROWABLE}.initCause({_SELF}){_SELF}")
MODELS.nothing(
    "java.lang.NullPointerException.getExtendedNPEMessage()Ljava/lang/String;",
    "java.lang.Throwable.printStackTrace()V",
)
MODELS.refuse(
    "java.lang.Throwable.getStackTrace()[Ljava/lang/StackTraceElement;",
    "java.lang.Throwable.setStackTrace([Ljava/lang/StackTraceElement;)V",
    "java.lang.Throwable.printStackTrace(Ljava/io/PrintWriter;)V",
)
