"""Models for classes as values: `Object.clone`, `Class.getComponentType` and `java.lang.reflect.Array`."""

from __future__ import annotations

from symheap.core.terms import REF
from symheap.core.typeset import TypeSet
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.bounds import new_exception, unless_null
from symheap.lang.java.natives.model import Args, Models, emit_question
from symheap.lang.java.values.types import array_of, element_class, is_array, is_primitive
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Throws
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]


# Object.clone


@MODELS.built("java.lang.Object.clone()Ljava/lang/Object;")
def clone(e: Emitter, args: Args) -> Reg:
    """Copy an object after deciding its class. An object that is not Cloneable throws."""
    e.emit(ir.NullCheck(args[0], e.at))
    cloneable, other = e.decide(e.is_a(args[0], "java.lang.Cloneable"))
    e.start(other)
    name = _name_of(e, _class_of(e, args[0]))
    e.emit(ir.Throw(new_exception(e, "java.lang.CloneNotSupportedException", name), e.at))
    e.start(cloneable)
    told, result = e.register(), e.register()
    e.emit(ir.Tell(told, _class_of(e, args[0]), e.at))
    e.emit(ir.Clone(result, args[0], told, e.at))
    return result


def _class_of(e: Emitter, ref: Reg) -> Reg:
    result = e.register()
    e.emit(ir.ClassOf(result, ref, e.at))
    return result


def _name_of(e: Emitter, class_object: Reg) -> Reg:
    def name(host: Host, cells: Cells) -> Cell:
        return host.literal(host.class_named(cells[0]))

    return emit_question(e, "java.lang.Class.getName", name, (class_object,), REF)


# Class


@MODELS.of_classes("java.lang.Class.getComponentType()Ljava/lang/Class;")
def get_component_type(world: World, host: Host, args: Cells) -> Cell:
    name = host.class_named(args[0])
    return host.class_object(element_class(name)) if is_array(name) else host.null()


# java.lang.reflect.Array


@MODELS.built("java.lang.reflect.Array.newArray(Ljava/lang/Class;I)Ljava/lang/Object;")
def new_array(e: Emitter, args: Args) -> Reg:
    """Allocate an array after deciding the class. A class among those of inputs may have a symbolic length."""
    component, length = args
    unless_null(e, component)
    told = e.register()
    e.emit(ir.Tell(told, component, e.at))
    for name in (name for name in e.link.table.universe if is_array(name)):
        e.forget_constants()
        known = e.constant(e.link.initial.class_object(element_class(name)))
        is_it, other = e.decide(e.equal(told, known))
        e.start(is_it)
        result = e.register()
        e.emit(ir.NewArray(result, name, length, e.at))
        e.emit(ir.Return(result, e.at))
        e.start(other)
    e.forget_constants()
    result = e.register()
    e.emit(ir.HostCall(result, HostFunction("java.lang.reflect.Array.newArray", _new_array), (told, length), e.at))
    return result


def _new_array(host: Host, args: Cells) -> Cell:
    component, length = host.class_named(args[0]), host.plain(args[1])
    if component == "void":
        raise Throws("java.lang.IllegalArgumentException")
    if length < 0:
        raise Throws("java.lang.NegativeArraySizeException", str(length))
    return host.new_array(array_of(component), [0 if is_primitive(component) else host.null()] * length)


@MODELS.built("java.lang.reflect.Array.getLength(Ljava/lang/Object;)I")
def get_length(e: Emitter, args: Args) -> Reg:
    unless_null(e, args[0])
    is_array_object, result = e.register(), e.register()
    e.emit(ir.IsA(is_array_object, args[0], _arrays(e), e.at))
    array, other = e.decide(is_array_object)
    e.start(other)
    message = e.constant(e.link.initial.literal("Argument is not an array"))
    e.emit(ir.Throw(new_exception(e, "java.lang.IllegalArgumentException", message), e.at))
    e.start(array)
    e.emit(ir.Length(result, args[0], e.at))
    return result


def _arrays(e: Emitter) -> TypeSet:
    universe = e.link.table.universe
    return TypeSet(sum(1 << i for i, name in enumerate(universe) if is_array(name)), universe, "[]", is_array)
