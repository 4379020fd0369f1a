"""Classes initialised by name: `Class.forName`."""

from __future__ import annotations

from symheap.core.source import CodePosition
from symheap.core.terms import NULL
from symheap.lang.java.classes import CLINIT, JavaClass, JavaMethod
from symheap.lang.java.classfile.access import FINAL, PUBLIC, SYNTHETIC
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.values.types import OBJECT
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host
from symheap.objects.ir import Reg

MARK = "$$Starter"
_NAME, _DESCRIPTOR = "start", "()V"
_KEY = _NAME + _DESCRIPTOR


def starter(link: Linker, host: Host, name: str) -> Cell:
    """Return an object that initialises a class when called; null if that would run nothing."""
    first = (at for at in link.table.initialization_order(name) if at not in link.initial.initialized)
    if not any(CLINIT in link.world.find(at).methods for at in first):
        return host.null()
    return host.new(_starter_class(link.world, name))


def _starter_class(world: World, name: str) -> str:
    """Return the starter's class: one for each class, created on demand."""
    own = name + MARK
    if not world.exists(own):
        at = CodePosition("Class.java", 0, 0, f"java.lang.Class.forName of {name}")
        body = ir.Method(own, _KEY, (), 1, ((ir.Initialize(name, at), ir.Return(0, at)),), at)
        method = JavaMethod(own, _NAME, _DESCRIPTOR, PUBLIC | SYNTHETIC, body=body)
        above = frozenset((own, *world.find(OBJECT).supertypes))
        world.define(JavaClass(own, OBJECT, (), FINAL | SYNTHETIC, above, methods={_KEY: method}))
    return own


def emit_start(e: Emitter, made: Reg) -> None:
    """Call the object that `starter` returned."""
    none, some = e.decide(e.equal(made, e.constant(NULL)))
    after = e.block()
    e.start(some)
    e.emit(ir.Call(ir.DISCARD, _KEY, made, (), e.at))
    e.jump(after)
    e.start(none)
    e.jump(after)
    e.start(after)
    e.forget_constants()
