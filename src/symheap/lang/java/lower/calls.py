"""Lowers calls: selects the method bodies that an instruction may run, as far as known statically."""

from __future__ import annotations

from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.classfile.access import FINAL, SUPER
from symheap.lang.java.classfile.constants import MethodRef
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.methods import asked_by_program
from symheap.objects import ir
from symheap.objects.ir import Reg

Args = tuple[Reg, ...]

ASKED_CLASSES = frozenset(
    f"java.{name}"
    for name in (
        *("lang.System", "lang.Boolean", "lang.Integer", "lang.Long", "lang.Thread"),
        *("lang.Runtime", "util.Locale", "nio.charset.Charset"),
    )
)
"""Classes with methods that query the machine that runs the program: `symheap.lang.java.natives.asked`."""

_CLEARED = frozenset(("java.lang.ref.Reference", "java.lang.ref.SoftReference"))
"""The classes of references that the garbage collector clears."""

_RUNTIME = "java.lang.Runtime"
"""A class without subclasses, because its constructor is private."""


def call_static(e: Emitter, dst: Reg, reference: MethodRef, args: Args) -> None:
    method = e.link.method(reference, static=True)
    e.initialize(method.owner)
    e.emit(ir.Invoke(dst, method.owner, _key(e, method), args, e.at))


def _key(e: Emitter, method: JavaMethod) -> str:
    """Return the key of the only body of a call: the program itself may get other answers than the JDK."""
    is_asked = e.link.java_class.is_user and method.owner in ASKED_CLASSES
    return asked_by_program(method.key) if is_asked else method.key


def call_special(e: Emitter, dst: Reg, reference: MethodRef, args: Args) -> None:
    """Call a constructor, a private method, or a superclass's method, JVMS 6.5 invokespecial."""
    method = e.link.method(reference, static=False)
    caller = e.link.java_class
    owner = method.owner
    if method.name == "<init>" or method.is_private:
        pass
    elif not reference.is_interface and reference.owner != caller.name and caller.access & SUPER and caller.parent:
        owner = e.link.selected(caller.parent, e.link.world.call_key(method))
    elif method.is_abstract:
        raise Unlinkable(f"java.lang.AbstractMethodError: {method}")
    e.emit(ir.Invoke(dst, owner, method.key, args, e.at, receiver=True))


def call_virtual(e: Emitter, dst: Reg, reference: MethodRef, args: Args) -> None:
    """Call a class's or interface's method, dispatched on the receiver's class unless no class can override it."""
    method = e.link.method(reference, static=False)
    if method.is_signature_polymorphic or (e.link.java_class.is_user and _asks_collector(method)):
        raise Unlinkable(f"{method.owner}.{method.name}")
    owner = _only_body(e, reference, method)
    if owner is not None:
        e.emit(ir.Invoke(dst, owner, _key(e, method), args, e.at, receiver=True))
    else:
        e.emit(ir.Call(dst, e.link.world.call_key(method), args[0], args[1:], e.at))


def _asks_collector(method: JavaMethod) -> bool:
    """Whether the result depends on what the garbage collector has done. The JDK's own caches work with any."""
    return method.owner in _CLEARED and method.name in ("get", "refersTo")


def _only_body(e: Emitter, reference: MethodRef, method: JavaMethod) -> str | None:
    """Return the class of the only body that a call can run, if evident. All arrays have the same methods."""
    if method.is_abstract:
        return None
    if method.is_private or method.access & FINAL or reference.owner.startswith("[") or method.owner == _RUNTIME:
        return method.owner
    if reference.owner != method.owner and e.link.find(reference.owner).is_interface:
        return None
    return method.owner if e.link.find(reference.owner).is_final else None


def call_named(e: Emitter, dst: Reg, owner: str, name: str, descriptor: str, args: Args, *, static: bool) -> None:
    """Call a library method that the compiled code does not call itself."""
    reference = MethodRef(owner, name, descriptor, is_interface=e.link.find(owner).is_interface)
    (call_static if static else call_virtual)(e, dst, reference, args)
