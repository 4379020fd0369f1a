"""Class: questions that class files answer."""

from __future__ import annotations

from symheap.core.terms import BV32
from symheap.lang.java.classes import JavaClass
from symheap.lang.java.classfile.classfile import InnerClass
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.bounds import unless_null
from symheap.lang.java.natives.model import Args, Models, emit_question
from symheap.lang.java.past.initial import modifiers
from symheap.lang.java.values.types import element_class, is_array, is_primitive
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Refused, Throws
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]
_CLASS = "java.lang.Class"


def class_at(world: World, host: Host, cell: Cell) -> JavaClass:
    """Return the class of a class object."""
    return world.find(host.class_named(cell))


# Names


@MODELS.of_classes(f"{_CLASS}.getName()Ljava/lang/String;")
def get_name(world: World, host: Host, args: Cells) -> Cell:
    return host.literal(host.class_named(args[0]))


@MODELS.of_classes(f"{_CLASS}.getSimpleName()Ljava/lang/String;")
def get_simple_name(world: World, host: Host, args: Cells) -> Cell:
    return host.literal(simple_name(world, host.class_named(args[0])))


def simple_name(world: World, name: str) -> str:
    """Return the name in source code, empty for an anonymous class."""
    if is_array(name):
        return simple_name(world, element_class(name)) + "[]"
    java_class = world.find(name)
    inner = inner_class(java_class)
    return name.rpartition(".")[2] if inner is None else inner.simple_name or ""


def inner_class(java_class: JavaClass) -> InnerClass | None:
    """Return the declaration of a nested class."""
    nested = java_class.file.inner_classes if java_class.file is not None else ()
    return next((each for each in nested if each.name == java_class.name), None)


@MODELS.of_classes(f"{_CLASS}.getPackageName()Ljava/lang/String;")
def get_package_name(world: World, host: Host, args: Cells) -> Cell:
    """Return the package, for an array that of its elements. Primitives are in java.lang."""
    name = host.class_named(args[0])
    while is_array(name):
        name = element_class(name)
    return host.literal("java.lang" if is_primitive(name) else name.rpartition(".")[0])


@MODELS.of_classes(f"{_CLASS}.getTypeName()Ljava/lang/String;")
def get_type_name(world: World, host: Host, args: Cells) -> Cell:
    name, dimensions = host.class_named(args[0]), 0
    while is_array(name):
        name, dimensions = element_class(name), dimensions + 1
    return host.literal(name + "[]" * dimensions)


# Kinds


@MODELS.of_classes(f"{_CLASS}.isInterface()Z")
def is_interface(world: World, host: Host, args: Cells) -> Cell:
    return int(class_at(world, host, args[0]).is_interface)


@MODELS.of_classes(f"{_CLASS}.isArray()Z")
def is_array_class(world: World, host: Host, args: Cells) -> Cell:
    return int(is_array(host.class_named(args[0])))


@MODELS.of_classes(f"{_CLASS}.isPrimitive()Z")
def is_primitive_class(world: World, host: Host, args: Cells) -> Cell:
    return int(is_primitive(host.class_named(args[0])))


MODELS.nothing(f"{_CLASS}.isHidden()Z")


@MODELS.of_classes(f"{_CLASS}.isRecord0()Z")
def is_record(world: World, host: Host, args: Cells) -> Cell:
    return int(class_at(world, host, args[0]).is_record)


@MODELS.of_classes(f"{_CLASS}.getModifiers()I")
def get_modifiers(world: World, host: Host, args: Cells) -> Cell:
    return modifiers(world, class_at(world, host, args[0]))


@MODELS.of_classes(f"{_CLASS}.desiredAssertionStatus()Z")
def desired_assertion_status(world: World, host: Host, args: Cells) -> Cell:
    """Enable assertions in the user's classes."""
    name = host.class_named(args[0])
    while is_array(name):
        name = element_class(name)
    return int(world.find(name).is_user)


# Relations


@MODELS.built(f"{_CLASS}.isAssignableFrom(Ljava/lang/Class;)Z")
def is_assignable_from(e: Emitter, args: Args) -> Reg:
    world = e.link.world

    def is_subtype(host: Host, cells: Cells) -> Cell:
        return int(world.is_subtype(host.class_named(cells[1]), host.class_named(cells[0])))

    unless_null(e, args[1])
    return emit_question(e, f"{_CLASS}.isAssignableFrom", is_subtype, args, BV32)


@MODELS.built(f"{_CLASS}.isInstance(Ljava/lang/Object;)Z")
def is_instance(e: Emitter, args: Args) -> Reg:
    """Test the class. Heap models that choose what a reference is do so at the type test."""

    def is_a(host: Host, cells: Cells) -> Cell:
        name = host.class_named(cells[0])
        return 0 if is_primitive(name) else host.is_a(cells[1], name)

    e.is_a(args[1], "java.lang.Object")
    return emit_question(e, f"{_CLASS}.isInstance", is_a, args, BV32)


@MODELS.of_classes(f"{_CLASS}.getSuperclass()Ljava/lang/Class;")
def get_superclass(world: World, host: Host, args: Cells) -> Cell:
    java_class = class_at(world, host, args[0])
    return host.null() if java_class.is_interface or java_class.parent is None else host.class_object(java_class.parent)


@MODELS.built(f"{_CLASS}.getInterfaces()[Ljava/lang/Class;")
def get_interfaces(e: Emitter, args: Args) -> Reg:
    world, told, result = e.link.world, e.register(), e.register()

    def interfaces(host: Host, cells: Cells) -> Cell:
        java_class = class_at(world, host, cells[0])
        return host.new_array("[Ljava.lang.Class;", [host.class_object(name) for name in java_class.interfaces])

    e.emit(ir.Tell(told, args[0], e.at))
    e.emit(ir.HostCall(result, HostFunction(f"{_CLASS}.getInterfaces", interfaces), (told,), e.at))
    return result


# By name


@MODELS.python(f"{_CLASS}.getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;")
def get_primitive_class(host: Host, args: Cells) -> Cell:
    return host.class_object(host.text(args[0]))


# Enums


@MODELS.with_world(
    f"{_CLASS}.getEnumConstantsShared()[Ljava/lang/Object;", f"{_CLASS}.getEnumConstants()[Ljava/lang/Object;"
)
def get_enum_constants(world: World, host: Host, args: Cells) -> Cell:
    name = host.class_named(args[0])
    constants = enum_constants(world, host, name)
    return host.null() if constants is None else host.new_array(f"[L{name};", constants)


@MODELS.with_world(
    "java.util.EnumMap.getKeyUniverse(Ljava/lang/Class;)[Ljava/lang/Enum;",
    "java.util.EnumSet.getUniverse(Ljava/lang/Class;)[Ljava/lang/Enum;",
)
def get_universe(world: World, host: Host, args: Cells) -> Cell:
    return get_enum_constants(world, host, args)


def enum_constants(world: World, host: Host, name: str) -> list[Cell] | None:
    """Return the constants in the order of declaration; None if the class is not an enum."""
    java_class = world.find(name)
    if not java_class.is_enum:
        return None
    constants = [host.get_static(name, f.field.name) for f in java_class.fields.values() if f.is_enum_constant]
    if any(host.is_null(constant) for constant in constants):
        raise Refused(f"constants of an enum that is not initialised: {name}")
    return constants


@MODELS.with_world("java.lang.Enum.valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;")
def value_of(world: World, host: Host, args: Cells) -> Cell:
    name = host.class_named(args[0])
    if host.is_null(args[1]):
        raise Throws("java.lang.NullPointerException", "Name is null")
    text = host.text(args[1])
    for constant in enum_constants(world, host, name) or ():
        if host.text(host.get(constant, "java.lang.Enum", "name")) == text:
            return constant
    canonical = name.replace("$", ".")
    raise Throws("java.lang.IllegalArgumentException", f"No enum constant {canonical}.{text}")
