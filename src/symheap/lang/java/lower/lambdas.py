"""Lambdas and method references, as `java.lang.invoke.LambdaMetafactory` links them.

Each call site has a class of its own that implements the interface; captured values are its fields. A field has the
type of a register, so a captured boolean is an int there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from symheap.core.terms import Term
from symheap.core.types import Field
from symheap.lang.java.classes import JavaClass, JavaField, JavaMethod
from symheap.lang.java.classfile import access
from symheap.lang.java.classfile.classfile import Bootstrap
from symheap.lang.java.classfile.constants import (
    INVOKE_SPECIAL,
    INVOKE_STATIC,
    NEW_INVOKE_SPECIAL,
    ClassRef,
    IntConst,
    InvokeDynamic,
    Loadable,
    MethodHandleConst,
    MethodRef,
    MethodTypeConst,
)
from symheap.lang.java.lower.body import BodyLowering
from symheap.lang.java.lower.calls import call_special, call_static, call_virtual
from symheap.lang.java.lower.convert import convert
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.kinds import kind_of, signature
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.values.types import class_named_by, descriptor_of, type_of
from symheap.objects import ir
from symheap.objects.ir import DISCARD, Reg

MARK = "$$Lambda$"
"""Separates the class with the call site from the number of the method there and the pc."""

_SERIALIZABLE, _MARKERS, _BRIDGES = 1, 2, 4
_OBJECT = "java.lang.Object"


_known: WeakKeyDictionary[InitialObjects, dict[str, int]] = WeakKeyDictionary()
"""The objects of lambdas that capture nothing, by class, for each initial heap."""


@dataclass(frozen=True, slots=True)
class LambdaSite:
    """The arguments of a call site: the interfaces, the descriptors to implement `name` with, and the target method."""

    name: str
    interfaces: tuple[str, ...]
    descriptors: tuple[str, ...]
    target: MethodHandleConst
    instantiated: str
    captured: tuple[str, ...]


def link_lambda(f: BodyLowering, dst: Reg, site: InvokeDynamic, bootstrap: Bootstrap, args: tuple[Reg, ...]) -> None:
    _link(f, dst, _site(f, site, bootstrap.arguments[:3], (), ()), args)


def link_alternative_lambda(
    f: BodyLowering, dst: Reg, site: InvokeDynamic, bootstrap: Bootstrap, args: tuple[Reg, ...]
) -> None:
    """Link a lambda with marker interfaces and bridges. Flags say which lists follow, each after its length."""
    rest = iter(bootstrap.arguments[3:])
    flags = _number(f, next(rest, None))
    markers = _listed(f, rest) if flags & _MARKERS else ()
    bridges = _listed(f, rest) if flags & _BRIDGES else ()
    serializable = ("java.io.Serializable",) if flags & _SERIALIZABLE else ()
    names = (*serializable, *(m.name for m in markers if isinstance(m, ClassRef)))
    descriptors = tuple(b.descriptor for b in bridges if isinstance(b, MethodTypeConst))
    _link(f, dst, _site(f, site, bootstrap.arguments[:3], names, descriptors), args)


def _number(f: BodyLowering, argument: Loadable | None) -> int:
    if not isinstance(argument, IntConst):
        raise f.fail("a lambda whose bootstrap arguments do not fit")
    return argument.value


def _listed(f: BodyLowering, rest: Iterator[Loadable]) -> tuple[Loadable, ...]:
    return tuple(each for each, _ in zip(rest, range(_number(f, next(rest, None))), strict=False))


def _site(
    f: BodyLowering,
    site: InvokeDynamic,
    arguments: tuple[Loadable, ...],
    markers: tuple[str, ...],
    bridges: tuple[str, ...],
) -> LambdaSite:
    match arguments:
        case MethodTypeConst(erased), MethodHandleConst(_, MethodRef()) as target, MethodTypeConst(instantiated):
            captured, interface = signature(site.descriptor)
        case _:
            raise f.fail("a lambda whose bootstrap arguments do not fit")
    interfaces = tuple(dict.fromkeys((class_named_by(interface), *markers)))
    return LambdaSite(site.name, interfaces, tuple(dict.fromkeys((erased, *bridges))), target, instantiated, captured)


def _link(f: BodyLowering, dst: Reg, site: LambdaSite, args: tuple[Reg, ...]) -> None:
    """Create the lambda object. As in HotSpot, a call site that captures nothing always returns the same object."""
    made = lambda_class(f, site)
    if not args:
        f.emit(ir.Const(dst, _the_object(f, made.name), f.at))
        return
    obj = f.fresh() if dst in args else dst
    f.emit(ir.New(obj, made.name, f.at))
    for field, value in zip(made.instance_fields, args, strict=True):
        f.put(obj, field, value)
    if obj != dst:
        f.emit(ir.Move(dst, obj, f.at))


def _the_object(f: BodyLowering, class_name: str) -> Term:
    initial = f.link.initial
    known = _known.get(initial)
    if known is None:
        objects = initial.heap.objects.items()
        known = _known[initial] = {obj.class_name: number for number, obj in objects if MARK in obj.class_name}
    if class_name not in known:
        known[class_name] = initial.heap.new(class_name)
    return initial.term(known[class_name])


def lambda_class(f: BodyLowering, site: LambdaSite) -> JavaClass:
    """Return the class of the call site, named by its place, so that it is created once."""
    host = f.link.java_class
    number = list(host.methods).index(f.header.method.key)
    name = f"{host.name}{MARK}{number}_{f.pc}"
    if f.link.world.exists(name):
        return f.link.world.find(name)
    supers = [f.link.find(each) for each in (_OBJECT, *site.interfaces)]
    fields = {}
    for i, descriptor in enumerate(site.captured):
        kind = "I" if kind_of(descriptor) == "I" else descriptor
        field = Field(name, f"arg${i}", type_of(kind))
        fields[field.name, kind] = JavaField(name, field.name, kind, access.PRIVATE | access.FINAL, field)
    own = [f.field for f in fields.values()]
    methods = [_implementation(f, name, site, descriptor, own) for descriptor in site.descriptors]
    made = JavaClass(
        name=name,
        parent=_OBJECT,
        interfaces=site.interfaces,
        access=access.FINAL | access.SYNTHETIC,
        supertypes=frozenset((name,)).union(*(above.supertypes for above in supers)),
        fields=fields,
        methods={method.key: method for method in methods},
    )
    f.link.world.define(made)
    return made


def _implementation(f: BodyLowering, owner: str, site: LambdaSite, descriptor: str, fields: list[Field]) -> JavaMethod:
    parameters = signature(descriptor)[0]
    e = Emitter(f.link, 1 + len(parameters), f.at)
    e.start(e.block())
    try:
        _body(e, site, descriptor, fields)
    except Unlinkable as refused:
        e.emit(ir.Refuse(refused.what, e.at))
    key = site.name + descriptor
    params = tuple((f"arg{i}", type_of(p)) for i, p in enumerate(parameters))
    body = ir.Method(owner, key, params, e.registers, tuple(tuple(block) for block in e.blocks), e.at)
    return JavaMethod(owner, site.name, descriptor, access.PUBLIC | access.SYNTHETIC, body=body)


def _body(e: Emitter, site: LambdaSite, descriptor: str, fields: list[Field]) -> None:
    """Pass captured values and arguments, converted as in the instantiated interface, to the target method."""
    reference = site.target.reference
    assert isinstance(reference, MethodRef)
    parameters, result = signature(descriptor)
    known, known_result = signature(site.instantiated)
    expected, given = _target_signature(site.target, reference)
    if len(parameters) != len(known) or len(fields) + len(known) != len(expected):
        raise Unlinkable("java.lang.invoke.LambdaConversionException")
    args = [
        convert(e, e.get(0, field), source, target)
        for field, source, target in zip(fields, site.captured, expected, strict=False)
    ]
    for i, (parameter, exact) in enumerate(zip(parameters, known, strict=True)):
        value = convert(e, i + 1, parameter, exact)
        args.append(convert(e, value, exact, expected[len(fields) + i]))
    dst = _call(e, site.target, reference, tuple(args), wanted=result != "V")
    if result != "V":
        if given == "V":
            raise Unlinkable("java.lang.invoke.LambdaConversionException")
        dst = convert(e, convert(e, dst, given, known_result), known_result, result)
    e.emit(ir.Return(max(dst, 0), e.at))


def _target_signature(handle: MethodHandleConst, reference: MethodRef) -> tuple[tuple[str, ...], str]:
    """Return the parameters of the target method, including the receiver, and its result."""
    parameters, result = signature(reference.descriptor)
    if handle.kind == INVOKE_STATIC:
        return parameters, result
    if handle.kind == NEW_INVOKE_SPECIAL:
        return parameters, descriptor_of(reference.owner)
    return (descriptor_of(reference.owner), *parameters), result


def _call(e: Emitter, handle: MethodHandleConst, reference: MethodRef, args: tuple[Reg, ...], *, wanted: bool) -> Reg:
    if handle.kind == NEW_INVOKE_SPECIAL:
        made = e.fresh()
        e.new(reference.owner, made)
        call_special(e, DISCARD, reference, (made, *args))
        return made
    dst = e.fresh() if wanted else DISCARD
    if handle.kind == INVOKE_STATIC:
        call_static(e, dst, reference, args)
    elif handle.kind == INVOKE_SPECIAL:
        call_special(e, dst, reference, args)
    else:
        call_virtual(e, dst, reference, args)
    return dst
