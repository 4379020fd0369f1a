"""Class.newInstance: the constructor without parameters of a class that is told apart."""

from __future__ import annotations

from symheap.lang.java.classes import NEW, JavaClass, JavaMethod, package_of
from symheap.lang.java.classfile.access import PRIVATE, PUBLIC
from symheap.lang.java.initial import modifiers
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.types import CLASS
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Refused, Throws
from symheap.objects.ir import Reg

MODELS = Models()
_NAME = "java.lang.Class.newInstance"
_INSTANTIATION = "java.lang.InstantiationException"
_ILLEGAL_ACCESS = "java.lang.IllegalAccessException"


@MODELS.built(f"{_NAME}()Ljava/lang/Object;")
def new_instance(e: Emitter, args: Args) -> Reg:
    """What the constructor throws goes on as it is."""
    world, told, made = e.link.world, e.register(), e.register()
    e.emit(ir.Tell(told, args[0], e.at))
    e.emit(ir.HostCall(made, HostFunction(_NAME, lambda host, cells: _blank(world, host, cells[0])), (told,), e.at))
    e.emit(ir.Call(ir.DISCARD, NEW, made, (), e.at))
    return made


def _blank(world: World, host: Host, class_object: Cell) -> Cell:
    """An object that no constructor has seen, of a class that has one for it."""
    found = world.find(host.class_named(class_object))
    constructor = found.methods.get("<init>()V")
    if found.name == CLASS:
        raise Throws(_ILLEGAL_ACCESS, f"Can not call newInstance() on the Class for {CLASS}")
    if constructor is None:
        raise Throws(_INSTANTIATION, found.name)
    if not _is_accessible(world, found, constructor, host.stack()):
        raise Refused(f"{_NAME} of a class that is not accessible")
    if found.is_abstract:
        raise Throws(_INSTANTIATION)
    return host.new(found.name)


def _is_accessible(world: World, found: JavaClass, constructor: JavaMethod, stack: tuple[str, ...]) -> bool:
    """Whether the method that called `newInstance` may; of a private constructor that is left open."""
    if modifiers(world, found) & constructor.access & PUBLIC:
        return True
    caller = stack[1].partition("(")[0].rpartition(".")[0] if len(stack) > 1 else ""
    hidden = (modifiers(world, found) | constructor.access) & PRIVATE
    return not hidden and package_of(caller) == package_of(found.name)
