"""The types that generic signatures give to references inside an input object.

A field of type `E` of an `ArrayList<Integer>` holds an Integer, though its descriptor says Object. The JVM does not
check this, so it is an assumption on inputs, and reported as one. Whatever a signature leaves open (a raw type, an
unbounded wildcard, a variable of the receiver's own class) narrows nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from symheap.lang.java.classes import JavaClass, JavaField
from symheap.lang.java.classfile.signatures import (
    ArrayOf,
    Basic,
    ClassSignature,
    Parameterized,
    TypeArgument,
    TypeBound,
    TypeSignature,
    Variable,
    class_signature,
    field_signature,
)
from symheap.lang.java.world import World

Bindings = Mapping[str, TypeSignature]

_UNSAID = {
    "java.util.ArrayList.elementData": "[TE;",
    "java.util.Vector.elementData": "[TE;",
    "java.util.ArrayDeque.elements": "[TE;",
    "java.util.PriorityQueue.queue": "[TE;",
    "java.util.concurrent.PriorityBlockingQueue.queue": "[TE;",
    "java.util.concurrent.ArrayBlockingQueue.items": "[TE;",
    "java.util.concurrent.CopyOnWriteArrayList.array": "[TE;",
}
"""Fields of the JDK that hold the collection's elements although their own type is ``Object[]``."""
_NOTHING: Bindings = {}


class Generics:
    """Generic types over the classes of a world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def of_field(self, field: JavaField, owner: TypeSignature | None) -> TypeSignature | None:
        """Return the type of a field in an object declared as `owner`; None if the signature adds nothing."""
        text = field.signature or _UNSAID.get(f"{field.owner}.{field.name}")
        declared = field_signature(text) if text else None
        if declared is None:
            return None
        return closed(_substitute(declared, self._bindings(field.owner, owner)))

    def of_element(self, array: TypeSignature | None) -> TypeSignature | None:
        return array.element if isinstance(array, ArrayOf) else None

    def upper(self, type_: TypeSignature | None) -> str | None:
        """Return the upper bound of a type, as printed by `Class.getName()`."""
        if isinstance(type_, Parameterized):
            return type_.name
        if isinstance(type_, ArrayOf):
            inner = type_.element
            if isinstance(inner, Basic):
                return f"[{inner.descriptor}"
            name = self.upper(inner)
            return None if name is None else f"[{name}" if name.startswith("[") else f"[L{name};"
        return None

    def _bindings(self, class_name: str, owner: TypeSignature | None) -> Bindings:
        """Return the bindings of `class_name`'s variables in an object declared as `owner`, a supertype or a
        subtype.
        """
        if not isinstance(owner, Parameterized):
            return _NOTHING
        if self._world.is_subtype(owner.name, class_name):
            return self._seen_as(owner, class_name)
        own = self._signature(class_name)
        if own is None or not self._world.is_subtype(class_name, owner.name):
            return _NOTHING
        variables = {p.name: Variable(p.name) for p in own.parameters}
        above = self._seen_from(class_name, variables, owner.name)
        below: dict[str, TypeSignature] = {}
        for name, expressed in above.items():
            actual = self._arguments(owner).get(name)
            if isinstance(expressed, Variable) and actual is not None:
                below[expressed.name] = actual
        return below

    def _seen_as(self, owner: Parameterized, above: str) -> Bindings:
        """Return the bindings of the variables of a supertype of `owner`."""
        return self._seen_from(owner.name, self._arguments(owner), above)

    def _seen_from(self, name: str, bindings: Bindings, above: str) -> Bindings:
        """Return the bindings of the variables of the supertype `above`, given those of `name`."""
        pending: list[tuple[str, Bindings]] = [(name, bindings)]
        seen: set[str] = set()
        while pending:
            at, bound = pending.pop()
            if at == above:
                return bound
            signature = self._signature(at)
            if at in seen or signature is None:
                continue
            seen.add(at)
            for parent in (signature.superclass, *signature.interfaces):
                if isinstance(parent, Parameterized) and self._world.is_subtype(parent.name, above):
                    substituted = _substitute(parent, bound)
                    assert isinstance(substituted, Parameterized)
                    pending.append((parent.name, self._arguments(substituted)))
        return _NOTHING

    def _arguments(self, type_: Parameterized) -> Bindings:
        """Return the variables of a class with their arguments in a type. A lower bound binds nothing."""
        signature = self._signature(type_.name)
        if signature is None or len(signature.parameters) != len(type_.arguments):
            return _NOTHING
        pairs = zip(signature.parameters, type_.arguments, strict=True)
        return {p.name: a.type for p, a in pairs if a.type is not None and a.bound is not TypeBound.SUPER}

    def _signature(self, class_name: str) -> ClassSignature | None:
        java_class: JavaClass = self._world.find(class_name)
        text = java_class.file.signature if java_class.file is not None else None
        return class_signature(text) if text else None


def _substitute(type_: TypeSignature, bindings: Bindings) -> TypeSignature:
    if isinstance(type_, Variable):
        return bindings.get(type_.name, type_)
    if isinstance(type_, ArrayOf):
        return ArrayOf(_substitute(type_.element, bindings))
    if isinstance(type_, Parameterized) and type_.arguments:
        arguments = tuple(
            a if a.type is None else TypeArgument(a.bound, _substitute(a.type, bindings)) for a in type_.arguments
        )
        return Parameterized(type_.name, arguments, type_.outer)
    return type_


def closed(type_: TypeSignature) -> TypeSignature | None:
    """Return a type without unknown variables: such arguments become wildcards."""
    if isinstance(type_, Variable):
        return None
    if isinstance(type_, ArrayOf):
        inner = closed(type_.element)
        return None if inner is None else ArrayOf(inner)
    if isinstance(type_, Parameterized) and type_.arguments:
        return Parameterized(type_.name, tuple(map(_closed_argument, type_.arguments)), type_.outer)
    return type_


def _closed_argument(argument: TypeArgument) -> TypeArgument:
    inner = None if argument.type is None else closed(argument.type)
    return TypeArgument(TypeBound.ANY, None) if inner is None else TypeArgument(argument.bound, inner)
