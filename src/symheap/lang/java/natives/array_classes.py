"""Arrays of a class that is a value: `Object.clone`, `Class.getComponentType` and `java.lang.reflect.Array`.

Where the class is symbolic, it is told apart among the array classes that inputs may have; any other one is plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.types import array_of, element_class, is_array, is_primitive
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Function, Host, HostFunction, Throws
from symheap.objects.ir import Reg

MODELS = Models()


def _array_classes(e: Emitter) -> Iterator[str]:
    return (name for name in e.link.table.universe if is_array(name))


def _by_class(e: Emitter, class_object: Reg, of: Callable[[str], str], then: Callable[[str], Reg]) -> None:
    """For each array class A of inputs: where the class object is that of `of(A)`, return `then(A)`."""
    for name in _array_classes(e):
        e.forget_constants()
        known = e.constant(e.link.initial.class_object(of(name)))
        is_it, other = e.decide(e.equal(class_object, known))
        e.start(is_it)
        e.forget_constants()
        e.emit(ir.Return(then(name), e.at))
        e.start(other)
    e.forget_constants()


def _otherwise(e: Emitter, name: str, function: Function, args: Args) -> Reg:
    result = e.register()
    e.emit(ir.HostCall(result, HostFunction(name, function), args, e.at))
    return result


# Object.clone


@MODELS.built("java.lang.Object.clone()Ljava/lang/Object;")
def clone(e: Emitter, args: Args) -> Reg:
    """Arrays may be symbolic; other objects have a class that is known."""
    class_object, world = e.register(), e.link.world
    e.emit(ir.ClassOf(class_object, args[0], e.at))
    _by_class(e, class_object, lambda name: name, lambda name: _cloned_array(e, args[0], name))
    return _otherwise(e, "java.lang.Object.clone", lambda host, cells: _cloned(world, host, cells[0]), args)


def _cloned_array(e: Emitter, array: Reg, name: str) -> Reg:
    length, result, zero = e.register(), e.register(), e.register()
    e.emit(ir.Length(length, array, e.at))
    e.emit(ir.NewArray(result, name, length, e.at))
    e.emit(ir.Const(zero, 0, e.at))
    e.emit(ir.CopyRange(array, zero, result, zero, length, e.at))
    return result


def _cloned(world: World, host: Host, ref: Cell) -> Cell:
    name = host.class_of(ref)
    if is_array(name):
        return host.new_array(name, host.elements(ref))
    if not world.is_subtype(name, "java.lang.Cloneable"):
        raise Throws("java.lang.CloneNotSupportedException", name)
    result = host.new(name)
    for above in world.chain(name):
        for field in above.instance_fields:
            host.put(result, above.name, field.name, host.get(ref, above.name, field.name))
    return result


# Class


@MODELS.built("java.lang.Class.getComponentType()Ljava/lang/Class;")
def get_component_type(e: Emitter, args: Args) -> Reg:
    def component(name: str) -> Reg:
        return e.constant(e.link.initial.class_object(element_class(name)))

    _by_class(e, args[0], lambda name: name, component)
    return _otherwise(e, "java.lang.Class.getComponentType", _component_type, args)


def _component_type(host: Host, args: tuple[Cell, ...]) -> Cell:
    name = host.class_named(args[0])
    return host.class_object(element_class(name)) if is_array(name) else host.null()


# java.lang.reflect.Array


@MODELS.built("java.lang.reflect.Array.newArray(Ljava/lang/Class;I)Ljava/lang/Object;")
def new_array(e: Emitter, args: Args) -> Reg:
    component, length = args

    def made(name: str) -> Reg:
        result = e.register()
        e.emit(ir.NewArray(result, name, length, e.at))
        return result

    e.emit(ir.NullCheck(component, e.at))
    _by_class(e, component, element_class, made)
    return _otherwise(e, "java.lang.reflect.Array.newArray", _new_array, args)


def _new_array(host: Host, args: tuple[Cell, ...]) -> Cell:
    component, length = host.class_named(args[0]), host.plain(args[1])
    if component == "void":
        raise Throws("java.lang.IllegalArgumentException")
    if length < 0:
        raise Throws("java.lang.NegativeArraySizeException", str(length))
    return host.new_array(array_of(component), [0 if is_primitive(component) else host.null()] * length)


@MODELS.python("java.lang.reflect.Array.getLength(Ljava/lang/Object;)I")
def get_length(host: Host, args: tuple[Cell, ...]) -> Cell:
    if not is_array(host.class_of(args[0])):
        raise Throws("java.lang.IllegalArgumentException", "Argument is not an array")
    return host.length(args[0])
