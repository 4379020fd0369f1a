"""Class.newInstance: the constructor without parameters of a class that is told apart."""

from __future__ import annotations

from symheap.core.terms import BOOL
from symheap.lang.java.classes import NEW
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.access import caller_of, may_access
from symheap.lang.java.natives.bounds import new_exception
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.natives.services import new
from symheap.lang.java.table import DEFERRED
from symheap.lang.java.types import CLASS
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Throws
from symheap.objects.ir import Reg

MODELS = Models()
_NAME = "java.lang.Class.newInstance"
_INSTANTIATION = "java.lang.InstantiationException"
_ILLEGAL_ACCESS = "java.lang.IllegalAccessException"


@MODELS.built(f"{_NAME}()Ljava/lang/Object;")
def new_instance(e: Emitter, args: Args) -> Reg:
    """What the constructor throws goes on as it is."""
    world, told, made, allowed = e.link.world, e.register(), e.register(), e.register()
    e.emit(ir.Tell(told, args[0], e.at))
    is_allowed = HostFunction(_NAME, lambda host, cells: _is_allowed(world, host, cells[0]), BOOL)
    e.emit(ir.HostCall(allowed, is_allowed, (told,), e.at))
    then, other = e.decide(allowed)
    e.start(other)
    e.emit(ir.Throw(new_exception(e, _ILLEGAL_ACCESS, new(e, DEFERRED)), e.at))
    e.start(then)
    e.emit(ir.HostCall(made, HostFunction(_NAME, lambda host, cells: _blank(world, host, cells[0])), (told,), e.at))
    e.emit(ir.Call(ir.DISCARD, NEW, made, (), e.at))
    return made


def _is_allowed(world: World, host: Host, class_object: Cell) -> bool:
    """Whether the class has a constructor for it, and the caller may use that."""
    found = world.find(host.class_named(class_object))
    constructor = found.methods.get("<init>()V")
    if found.name == CLASS:
        raise Throws(_ILLEGAL_ACCESS, f"Can not call newInstance() on the Class for {CLASS}")
    if constructor is None:
        raise Throws(_INSTANTIATION, found.name)
    return may_access(world, caller_of(host), found, constructor.access, lambda: found.name)


def _blank(world: World, host: Host, class_object: Cell) -> Cell:
    """An object that no constructor has seen."""
    found = world.find(host.class_named(class_object))
    if found.is_abstract:
        raise Throws(_INSTANTIATION)
    return host.new(found.name)
