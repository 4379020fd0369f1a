"""Class: its declaration site, its annotations and its generic signature."""

from __future__ import annotations

from symheap.core.terms import BV32, NULL, REF
from symheap.lang.java.classes import JavaClass
from symheap.lang.java.classfile.access import ANNOTATION, SYNTHETIC
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models, emit_question
from symheap.lang.java.natives.reflection.classes import class_at, inner_class
from symheap.lang.java.past.initial import modifiers
from symheap.lang.java.values.types import element_class, is_array
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Function, Host, HostFunction, Refused
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]
_CLASS = "java.lang.Class"
_INHERITED = "java.lang.annotation.Inherited"


# Declarations


@MODELS.of_classes(f"{_CLASS}.getDeclaringClass()Ljava/lang/Class;")
def get_declaring_class(world: World, host: Host, args: Cells) -> Cell:
    inner = inner_class(class_at(world, host, args[0]))
    return host.null() if inner is None or inner.outer is None else host.class_object(inner.outer)


@MODELS.of_classes(f"{_CLASS}.getEnclosingClass()Ljava/lang/Class;")
def get_enclosing_class(world: World, host: Host, args: Cells) -> Cell:
    file = class_at(world, host, args[0]).file
    if file is not None and file.enclosing_method is not None:
        return host.class_object(file.enclosing_method.owner)
    return get_declaring_class(world, host, args)


@MODELS.built(f"{_CLASS}.getEnclosingMethod0()[Ljava/lang/Object;")
def get_enclosing_method(e: Emitter, args: Args) -> Reg:
    """Return null, or the class, the method's name and its descriptor, which are null in an initialiser."""
    world = e.link.world

    def owner(host: Host, cells: Cells) -> Cell:
        file = class_at(world, host, cells[0]).file
        enclosing = None if file is None else file.enclosing_method
        return host.null() if enclosing is None else host.class_object(enclosing.owner)

    def parts(host: Host, cells: Cells) -> Cell:
        file = class_at(world, host, cells[0]).file
        assert file is not None
        assert file.enclosing_method is not None
        method = file.enclosing_method.method
        named = (host.null(), host.null()) if method is None else map(host.literal, method)
        return host.new_array("[Ljava.lang.Object;", [owner(host, cells), *named])

    return _of_each(e, f"{_CLASS}.getEnclosingMethod0", owner, parts, args)


def _of_each(e: Emitter, name: str, question: Function, answer: Function, args: Args) -> Reg:
    """Return null for all classes for which `question` is null; decide the class otherwise, and return its `answer`."""
    told, result = e.register(), e.register()
    none, some = e.decide(e.equal(emit_question(e, name, question, args, REF), e.constant(NULL)))
    e.start(none)
    e.emit(ir.Return(e.constant(NULL), e.at))
    e.start(some)
    e.emit(ir.Tell(told, args[0], e.at))
    e.emit(ir.HostCall(result, HostFunction(name, answer, REF), (told,), e.at))
    return result


def _is_local(java_class: JavaClass) -> bool:
    """Whether a class is declared in a method or an initialiser, with or without a name."""
    return java_class.file is not None and java_class.file.enclosing_method is not None


def _has_name(java_class: JavaClass) -> bool:
    inner = inner_class(java_class)
    return inner is not None and inner.simple_name is not None


@MODELS.of_classes(f"{_CLASS}.isAnonymousClass()Z")
def is_anonymous(world: World, host: Host, args: Cells) -> Cell:
    java_class = class_at(world, host, args[0])
    return int(_is_local(java_class) and not _has_name(java_class))


@MODELS.of_classes(f"{_CLASS}.isLocalClass()Z")
def is_local(world: World, host: Host, args: Cells) -> Cell:
    java_class = class_at(world, host, args[0])
    return int(_is_local(java_class) and _has_name(java_class))


@MODELS.of_classes(f"{_CLASS}.isMemberClass()Z")
def is_member(world: World, host: Host, args: Cells) -> Cell:
    java_class = class_at(world, host, args[0])
    inner = inner_class(java_class)
    return int(not _is_local(java_class) and inner is not None and inner.outer is not None)


@MODELS.of_classes(f"{_CLASS}.getCanonicalName()Ljava/lang/String;")
def get_canonical_name(world: World, host: Host, args: Cells) -> Cell:
    name = canonical_name(world, host.class_named(args[0]))
    return host.null() if name is None else host.literal(name)


def canonical_name(world: World, name: str) -> str | None:
    """Return the name of a class for source code elsewhere; None if it has none."""
    if is_array(name):
        element = canonical_name(world, element_class(name))
        return None if element is None else element + "[]"
    java_class = world.find(name)
    inner = inner_class(java_class)
    if inner is None:
        return name
    outer = None if inner.outer is None or _is_local(java_class) else canonical_name(world, inner.outer)
    return None if outer is None else f"{outer}.{inner.simple_name}"


# Kinds


@MODELS.of_classes(f"{_CLASS}.isEnum()Z")
def is_enum(world: World, host: Host, args: Cells) -> Cell:
    return int(class_at(world, host, args[0]).is_enum)


@MODELS.of_classes(f"{_CLASS}.isAnnotation()Z")
def is_annotation(world: World, host: Host, args: Cells) -> Cell:
    return int(bool(modifiers(world, class_at(world, host, args[0])) & ANNOTATION))


@MODELS.of_classes(f"{_CLASS}.isSynthetic()Z")
def is_synthetic(world: World, host: Host, args: Cells) -> Cell:
    return int(bool(modifiers(world, class_at(world, host, args[0])) & SYNTHETIC))


# Generic types and annotations


@MODELS.built(f"{_CLASS}.getGenericSignature0()Ljava/lang/String;")
def get_generic_signature(e: Emitter, args: Args) -> Reg:
    """Return the signature. Classes without one are alike; others are decided, since a text must be known."""
    world = e.link.world

    def signature(host: Host, cells: Cells) -> Cell:
        file = class_at(world, host, cells[0]).file
        return host.null() if file is None or file.signature is None else host.literal(file.signature)

    return _of_each(e, f"{_CLASS}.getGenericSignature0", signature, signature, args)


@MODELS.built(f"{_CLASS}.isAnnotationPresent(Ljava/lang/Class;)Z")
def is_annotation_present(e: Emitter, args: Args) -> Reg:
    world = e.link.world

    def present(host: Host, cells: Cells) -> Cell:
        return int(is_annotated(world, host.class_named(cells[0]), host.class_named(cells[1])))

    e.emit(ir.NullCheck(args[1], e.at))
    return emit_question(e, f"{_CLASS}.isAnnotationPresent", present, args, BV32)


@MODELS.built(f"{_CLASS}.getAnnotation(Ljava/lang/Class;)Ljava/lang/annotation/Annotation;")
def get_annotation(e: Emitter, args: Args) -> Reg:
    """Return null, or refuse: the values of annotations are not read."""
    world = e.link.world

    def annotation(host: Host, cells: Cells) -> Cell:
        name = host.class_named(cells[0])
        if is_annotated(world, name, host.class_named(cells[1])):
            raise Refused(f"{_CLASS}.getAnnotation of an annotated class")
        return host.null()

    e.emit(ir.NullCheck(args[1], e.at))
    return emit_question(e, f"{_CLASS}.getAnnotation", annotation, args, REF)


def is_annotated(world: World, name: str, annotation: str) -> bool:
    """Whether a class has an annotation, its own or an inherited one."""
    inherited = world.exists(annotation) and _INHERITED in _annotations(world, annotation)
    above = world.chain(name) if inherited else (world.find(name),)
    return any(annotation in _annotations(world, each.name) for each in above)


def _annotations(world: World, name: str) -> tuple[str, ...]:
    file = world.find(name).file
    names = () if file is None else file.annotations
    if names is None:
        raise Refused(f"{_CLASS}.getAnnotation of a class whose annotations cannot be read")
    return names
