"""The types with which a stub must declare its methods.

A stub of a generic type extends the raw type, so everything in it is erased.  A stub of a non-generic type extends
parameterized supertypes: ``interface Version extends Comparable<Version>`` requires a ``compareTo(Version)``.

Rule: JLS 4.8 (raw types), 8.4.8.3 (requirements in overriding)
"""

from __future__ import annotations

from collections.abc import Mapping

from symheap.lang.java.classes import JavaClass, JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.classfile.signatures import (
    ArrayOf,
    Parameterized,
    TypeSignature,
    Variable,
    class_signature,
    method_signature,
)
from symheap.lang.java.values.types import array_of, class_named_by, descriptor_of
from symheap.lang.java.world import World

Bindings = Mapping[str, TypeSignature]


def declared_types(world: World, above: JavaClass, stub_method: JavaMethod) -> tuple[tuple[str, ...], str]:
    """Return the descriptors of the parameters and the result that a method must have in a subclass of `above`."""
    types = method_type(stub_method.descriptor)
    erased = tuple(p.descriptor for p in types.parameters), types.result.descriptor
    declaration = _declaration(world, above, stub_method.key)
    text = declaration.info.signature if declaration is not None and declaration.info is not None else None
    signature = method_signature(text) if text else None
    if declaration is None or signature is None or _is_generic(above) or len(signature.parameters) != len(erased[0]):
        return erased
    bindings = _bindings(world, above, declaration.owner)
    parameters = tuple(_bound(s, d, bindings) for s, d in zip(signature.parameters, erased[0], strict=True))
    return parameters, _bound(signature.result, erased[1], bindings)


def _declaration(world: World, above: JavaClass, key: str) -> JavaMethod | None:
    for at in world.chain(above.name):
        for each in (at, *world.superinterfaces(at)):
            if key in each.methods:
                return each.methods[key]
    return None


def _is_generic(java_class: JavaClass) -> bool:
    text = java_class.file.signature if java_class.file is not None else None
    signature = class_signature(text) if text else None
    return signature is not None and bool(signature.parameters)


def _bindings(world: World, above: JavaClass, owner: str) -> Bindings:
    """Return the types that the variables of a supertype are bound to; unbound ones are erased."""
    pending: list[tuple[str, Bindings]] = [(above.name, {})]
    for name, bound in pending:
        if name == owner:
            return bound
        file = world.find(name).file
        signature = class_signature(file.signature) if file is not None and file.signature else None
        for parent in (signature.superclass, *signature.interfaces) if signature is not None else ():
            if isinstance(parent, Parameterized) and world.is_subtype(parent.name, owner):
                pending.append((parent.name, _arguments(world, parent, bound)))
    return {}


def _arguments(world: World, type_: Parameterized, bound: Bindings) -> Bindings:
    file = world.find(type_.name).file
    signature = class_signature(file.signature) if file is not None and file.signature else None
    if signature is None or len(signature.parameters) != len(type_.arguments):
        return {}
    given = zip(signature.parameters, type_.arguments, strict=True)
    bindings = {p.name: _substituted(a.type, bound) for p, a in given if a.type is not None}
    return {name: each for name, each in bindings.items() if each is not None}


def _substituted(type_: TypeSignature, bound: Bindings) -> TypeSignature | None:
    return bound.get(type_.name) if isinstance(type_, Variable) else type_


def _bound(type_: TypeSignature | None, erased: str, bindings: Bindings) -> str:
    """Return the descriptor of a type, with its variable replaced if it is bound."""
    if isinstance(type_, ArrayOf):
        return descriptor_of(array_of(class_named_by(_bound(type_.element, erased[1:], bindings))))
    binding = bindings.get(type_.name) if isinstance(type_, Variable) else None
    if isinstance(binding, ArrayOf):
        return _bound(binding, erased, {}) if erased[0] == "[" else erased
    return descriptor_of(binding.name) if isinstance(binding, Parameterized) else erased
