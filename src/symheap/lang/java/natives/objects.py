"""Object, System.arraycopy and references: what every object can do."""

from __future__ import annotations

from symheap.core.terms import NULL
from symheap.lang.java import operations
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.types import array_of, is_array
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Throws
from symheap.objects.ir import Reg

MODELS = Models()

IDENTITY_HASH = 0x2A139A55
"""The identity hash of every object.

A JVM may choose any numbers, equal ones too.  This choice needs no object to be known, makes no path depend on the
order in which objects are made, and lets hash tables keep such keys in the order of insertion.
"""

_PRIMITIVE_ARRAYS = ("[I", "[B", "[C", "[J", "[D", "[Z", "[S", "[F")


@MODELS.built("java.lang.Object.getClass()Ljava/lang/Class;")
def get_class(e: Emitter, args: Args) -> Reg:
    result = e.register()
    e.emit(ir.ClassOf(result, args[0], e.at))
    return result


@MODELS.built("java.lang.Object.hashCode()I", "java.lang.System.identityHashCode(Ljava/lang/Object;)I")
def identity_hash(e: Emitter, args: Args) -> Reg:
    """See `IDENTITY_HASH`.  That of null is 0."""
    null, result = e.constant(NULL), e.register()
    then, other = e.decide(e.equal(args[0], null))
    for block, value in ((then, 0), (other, IDENTITY_HASH)):
        e.start(block)
        e.emit(ir.Const(result, value, e.at))
        e.emit(ir.Return(result, e.at))
    return ir.DISCARD


@MODELS.built("java.lang.Object.clone()Ljava/lang/Object;")
def clone(e: Emitter, args: Args) -> Reg:
    """Arrays of numbers may be symbolic; other arrays and objects have a class and length that are known."""
    for name in _PRIMITIVE_ARRAYS:
        is_one, other = e.decide(e.is_a(args[0], name))
        e.start(is_one)
        e.emit(ir.Return(_cloned_array(e, args[0], name), e.at))
        e.start(other)
        e.forget_constants()
    result, world = e.register(), e.link.world
    function = HostFunction("java.lang.Object.clone", lambda host, cells: _cloned(world, host, cells[0]))
    e.emit(ir.HostCall(result, function, args, e.at))
    return result


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


@MODELS.built("java.lang.System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V")
def arraycopy(e: Emitter, args: Args) -> None:
    source, start, target, at, length = args
    e.emit(ir.CopyRange(source, start, target, at, length, e.at))


@MODELS.built("java.util.Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;")
def require_non_null(e: Emitter, args: Args) -> Reg:
    e.emit(ir.NullCheck(args[0], e.at))
    return args[0]


# Monitors are counted nowhere: there is one thread.
MODELS.nothing("java.lang.Object.notify()V", "java.lang.Object.notifyAll()V")
MODELS.refuse("java.lang.Object.wait(J)V", "java.lang.Object.wait0(J)V", "java.lang.Object.wait()V")


# java.lang.reflect.Array ----------------------------------------------------------------------------------------------

PRIMITIVES = frozenset({"boolean", "byte", "char", "short", "int", "long", "float", "double"})


@MODELS.python("java.lang.reflect.Array.newArray(Ljava/lang/Class;I)Ljava/lang/Object;")
def new_array(host: Host, args: tuple[Cell, ...]) -> Cell:
    component, length = host.class_named(args[0]), host.plain(args[1])
    if component == "void":
        raise Throws("java.lang.IllegalArgumentException")
    if length < 0:
        raise Throws("java.lang.NegativeArraySizeException", str(length))
    name = array_of(component)
    return host.new_array(name, [host.null() if component not in PRIMITIVES else 0] * length)


@MODELS.python("java.lang.reflect.Array.getLength(Ljava/lang/Object;)I")
def get_length(host: Host, args: tuple[Cell, ...]) -> Cell:
    if not is_array(host.class_of(args[0])):
        raise Throws("java.lang.IllegalArgumentException", "Argument is not an array")
    return host.length(args[0])


# References -----------------------------------------------------------------------------------------------------------


@MODELS.built(
    "java.lang.ref.Reference.refersTo0(Ljava/lang/Object;)Z",
    "java.lang.ref.PhantomReference.refersTo0(Ljava/lang/Object;)Z",
)
def refers_to(e: Emitter, args: Args) -> Reg:
    """Nothing is collected."""
    field = e.link.world.find("java.lang.ref.Reference").fields["referent", "Ljava/lang/Object;"].field
    same = e.equal(e.get(args[0], field), args[1])
    return e.compute(operations.Z2I, same)


@MODELS.built("java.lang.ref.Reference.clear0()V")
def clear(e: Emitter, args: Args) -> None:
    field = e.link.world.find("java.lang.ref.Reference").fields["referent", "Ljava/lang/Object;"].field
    e.put(args[0], field, e.constant(NULL))
