"""Class.newInstance: the parameterless constructor, after deciding the class."""

from __future__ import annotations

from symheap.core.terms import BOOL
from symheap.lang.java.classes import NEW
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.bounds import new_exception
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.natives.reflection.access import caller_of, may_access
from symheap.lang.java.natives.services.opaque import new
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.lang.java.values.types import CLASS
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
    """Create an object. An exception of the constructor is passed on unchanged."""
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
    """Whether the class has a parameterless constructor that the caller may use."""
    java_class = world.find(host.class_named(class_object))
    constructor = java_class.methods.get("<init>()V")
    if java_class.name == CLASS:
        raise Throws(_ILLEGAL_ACCESS, f"Can not call newInstance() on the Class for {CLASS}")
    if constructor is None:
        raise Throws(_INSTANTIATION, java_class.name)
    return may_access(world, caller_of(host), java_class, constructor.access, lambda: java_class.name)


def _blank(world: World, host: Host, class_object: Cell) -> Cell:
    """Return an object without running a constructor."""
    java_class = world.find(host.class_named(class_object))
    if java_class.is_abstract:
        raise Throws(_INSTANTIATION)
    return host.new(java_class.name)
