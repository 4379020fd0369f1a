"""A class whose static methods return inputs: ``Verifier.nondetInt()`` and its relatives, as in SV-COMP.

Each call of a `nondet` method is an input, named by place and order. `assume` ends the executions that do not satisfy
its argument, and so do the methods that end the JVM: what comes after them is not run.
"""

from __future__ import annotations

from symheap.core.terms import NULL, not_
from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Built, Model, Unmodelled
from symheap.lang.java.values.types import (
    STRING,
    class_named_by,
    descriptor_of,
    is_primitive,
    narrowing,
    source_name,
    type_of,
    widening,
)
from symheap.objects import ir
from symheap.objects.ir import Reg

PREFIX = "nondet"
_ASSUME = ("assume(Z)V",)
_EXITS = ("java.lang.System.exit(I)V", "java.lang.Runtime.exit(I)V", "java.lang.Runtime.halt(I)V")
_HANDLER = "Ljava/lang/Thread$UncaughtExceptionHandler;"
_AFTERWARDS = (
    "java.lang.Runtime.addShutdownHook(Ljava/lang/Thread;)V",
    f"java.lang.Thread.setUncaughtExceptionHandler({_HANDLER})V",
    f"java.lang.Thread.setDefaultUncaughtExceptionHandler({_HANDLER})V",
)
"""Methods that register code to run after `main`, which no path would enter."""
_TEXT = descriptor_of(STRING)


def is_input(method: JavaMethod) -> bool:
    """Whether a method of the verifier class returns an input: static, without parameters, of a supported type."""
    types = method_type(method.descriptor)
    kind = types.result.descriptor
    is_supported = kind == _TEXT or (kind != "V" and is_primitive(class_named_by(kind)))
    return method.is_static and method.name.startswith(PREFIX) and not types.parameters and is_supported


def model_of(method: JavaMethod, verifier: str) -> Model | None:
    """Return the model of a method of the verifier class, or of one that ends the JVM or is about what runs then.

    Return None for any other method.
    """
    if str(method) in _EXITS:
        return Built(_exit)
    if str(method) in _AFTERWARDS:
        return Unmodelled()
    if method.owner != verifier:
        return None
    if method.key in _ASSUME and method.is_static:
        return Built(_assume)
    if is_input(method):
        return _input(method)
    return Unmodelled() if method.name.startswith(PREFIX) else None


def _exit(e: Emitter, args: Args) -> None:
    e.emit(ir.Assume(e.constant(False), e.at))


def _assume(e: Emitter, args: Args) -> None:
    narrow = narrowing("Z")
    assert narrow is not None
    e.emit(ir.Assume(e.compute(narrow, args[0]), e.at))


_NOT = ir.Operation("not", not_)


def _input(method: JavaMethod) -> Model:
    kind = method_type(method.descriptor).result.descriptor
    shown = f"{source_name(descriptor_of(method.owner), simple=True)}.{method.name}()"

    def build(e: Emitter, args: Args) -> Reg:
        result = e.register()
        e.emit(ir.Arbitrary(result, type_of(kind), shown, e.at, placed=True))
        if kind == _TEXT:
            e.emit(ir.Assume(e.compute(_NOT, e.equal(result, e.constant(NULL))), e.at))
        wider = widening(kind)
        return result if wider is None else e.compute(wider, result, dst=result)

    return Built(build)
