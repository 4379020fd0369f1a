"""The inputs of a method: their names, and the classes that they may have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symheap.core.terms import REF
from symheap.core.types import Type, ref_type
from symheap.core.typeset import TypeSet
from symheap.lang.java.classes import INIT, JavaClass, JavaField, JavaMethod
from symheap.lang.java.classfile.access import STATIC
from symheap.lang.java.classfile.classfile import InnerClass
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.classfile.signatures import (
    ArrayOf,
    Parameterized,
    TypeSignature,
    Variable,
    class_signature,
    field_signature,
    method_signature,
)
from symheap.lang.java.inputs.generics import closed
from symheap.lang.java.inputs.stubs import answers, is_stub
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import array_of, type_of
from symheap.objects.ir import InputDecl

THIS = "this"
Scope = Mapping[str, tuple[TypeSignature, ...]]


def receiver(table: JavaTable, class_name: str, method: JavaMethod) -> InputDecl:
    """Return ``this``: not null, of the class or a subclass that runs the same body."""
    types = table.instances(class_name)
    if method.is_virtual:
        key = table.world.call_key(method)
        serving = dict(table.providers(key))[method.owner]
        types = types & serving if types.mask & ~serving.mask else types
    return InputDecl(THIS, ref_type(class_name), types, nullable=False)


def parameters(table: JavaTable, method: JavaMethod, non_null: Sequence[str] = ()) -> tuple[InputDecl, ...]:
    """Return the parameters in order, by their names in debug tables, else ``p0`` and so on.

    The outer object that a constructor of an inner class takes first is not null.

    Rule: JLS 15.9.4
    """
    has_outer = method.name == INIT and inner_of(table.world.find(method.owner)) is not None
    names = parameter_names(method)
    signatures = _signatures(method)
    scope = _scope(table.world.find(method.owner), method)
    inputs: list[InputDecl] = []
    for i, each in enumerate(method_type(method.descriptor).parameters):
        declared = type_of(each.descriptor)
        signature = signatures[i] if signatures is not None else None
        types = narrowed(table, declared, signature, scope)
        is_outer = has_outer and i == 0 and bool(types.mask)
        inputs.append(_decl(names[i], declared, types, names[i] not in non_null and not is_outer))
    return tuple(inputs)


def inner_of(java_class: JavaClass) -> InnerClass | None:
    """Return the nesting of a class whose objects have an outer one: its constructors take that first."""
    file = java_class.file
    nested = next((i for i in file.inner_classes if i.name == java_class.name), None) if file is not None else None
    has_outer = nested is not None and not nested.access & STATIC and nested.outer is not None
    return nested if has_outer and not java_class.is_interface else None


def static_input(table: JavaTable, java_field: JavaField, non_null: Sequence[str] = ()) -> InputDecl:
    """Return a static field as an input, ``Class.field``."""
    name = f"{java_field.owner}.{java_field.name}"
    signature = field_signature(java_field.signature) if java_field.signature else None
    declared = type_of(java_field.descriptor)
    scope = _scope(table.world.find(java_field.owner), None)
    return _decl(name, declared, narrowed(table, declared, signature, scope), name not in non_null)


def _decl(name: str, declared: Type, types: TypeSet, nullable: bool) -> InputDecl:
    return InputDecl(name, declared, types, nullable and declared.sort is REF)


def reachable(table: JavaTable, inputs: Sequence[InputDecl]) -> tuple[str, ...]:
    """Return the possible classes of inputs and of objects that they lead to, in the order of the universe."""
    mask = 0
    pending = [decl.types for decl in inputs if decl.type.sort is REF]
    while pending:
        new = pending.pop().mask & ~mask
        mask |= new
        for name in TypeSet(new, table.universe, "new").names():
            component = table.component(name)
            held = [of.class_name for of in _held(table, name).values()] if component is None else [component]
            pending.extend(table.instances(c) for c in dict.fromkeys(held))
    return TypeSet(mask, table.universe, "found").names()


def _held(table: JavaTable, name: str) -> dict[str, Type]:
    """Return the references in objects of a class, ``Class.field``, including those that a stub returns."""
    held = {str(f): f.type for f in table.fields(name) if f.type.sort is REF}
    results = {each: type_of(of) for each, of in answers(table.world, (name,)).items() if of[0] in "L["}
    return held | results


def vacant(table: JavaTable, classes: Sequence[str]) -> dict[str, Type]:
    """Return the references in the user's classes that can only be null in an input: fields and results of stubs."""
    own = (n for n in classes if table.component(n) is None and (table.world.find(n).is_user or is_stub(n)))
    held = (item for name in own for item in _held(table, name).items())
    innermost = ((name, of, ref_type(_innermost(table, of.class_name))) for name, of in held)
    return {
        name if of == inner else f"an element of {name}": inner
        for name, of, inner in innermost
        if not table.instances(inner.class_name).mask
    }


def declared(table: JavaTable, inputs: Sequence[InputDecl], *, library: bool = False) -> Iterator[Type]:
    """Yield the types of inputs, and the user's own among those that the user's objects hold; for arrays, of elements.

    With `library` also yield the types of the JDK, and those that objects of the JDK hold.
    """
    world = table.world
    objects = (name for name in reachable(table, inputs) if table.component(name) is None)
    own = (name for name in objects if library or world.find(name).is_user)
    held = (_innermost(table, of.class_name) for name in own for of in _held(table, name).values())
    given = (_innermost(table, decl.type.class_name) for decl in inputs if decl.type.sort is REF)
    yield from map(ref_type, given)
    yield from (ref_type(name) for name in held if world.exists(name) and (library or world.find(name).is_user))


def _innermost(table: JavaTable, name: str) -> str:
    while (component := table.component(name)) is not None:
        name = component
    return name


def parameter_names(method: JavaMethod) -> tuple[str, ...]:
    """Return the names of the parameters: pairwise different, and none is ``this``."""
    names: list[str] = []
    slot = 0 if method.is_static else 1
    types = method_type(method.descriptor).parameters
    given = method.info.parameter_names if method.info is not None else ()
    code = method.code
    for i, each in enumerate(types):
        local = code.locals.name(slot, 0) if code is not None else None
        name = local or (given[i] if len(given) == len(types) else None)
        names.append(name if name and name != THIS and name not in names else f"p{i}")
        slot += each.slots
    return tuple(names)


# Generic signatures ---------------------------------------------------------------------------------------------------


def _signatures(method: JavaMethod) -> tuple[TypeSignature, ...] | None:
    """Return the generic types of the parameters, if there is one for each: compilers omit added parameters."""
    text = method.info.signature if method.info is not None else None
    signature = method_signature(text) if text else None
    if signature is None or len(signature.parameters) != len(method_type(method.descriptor).parameters):
        return None
    return signature.parameters


def _scope(java_class: JavaClass, method: JavaMethod | None) -> Scope:
    """Return the bounds of the type variables that a member may use."""
    scope: dict[str, tuple[TypeSignature, ...]] = {}
    text = java_class.file.signature if java_class.file is not None else None
    of_class = class_signature(text) if text else None
    if of_class is not None:
        scope.update({p.name: p.bounds for p in of_class.parameters})
    text = method.info.signature if method is not None and method.info is not None else None
    of_method = method_signature(text) if text else None
    if of_method is not None:
        scope.update({p.name: p.bounds for p in of_method.type_parameters})
    return scope


def narrowed(table: JavaTable, declared: Type, signature: TypeSignature | None, scope: Scope) -> TypeSet:
    """Return the classes of a value: below its declared type, and below every bound of its type variable.

    The declared type is only the first of these bounds.
    """
    if declared.sort is not REF:
        return TypeSet(0, table.universe, "none")
    types = table.instances(declared.class_name)
    if table.exact:
        return types
    for bound in dict.fromkeys(_bounds(signature, scope) if signature is not None else ()):
        if bound != declared.class_name and types.mask & ~table.subtypes(bound).mask:
            types = types & table.subtypes(bound)
    return table.declared_as(types, None if signature is None else closed(signature))


def _bounds(signature: TypeSignature, scope: Scope) -> Iterator[str]:
    """Yield the upper bounds of a type. A variable whose bound is itself has none."""
    pending: list[tuple[TypeSignature, int]] = [(signature, 0)]
    seen: set[str] = set()
    while pending:
        at, dimensions = pending.pop()
        if isinstance(at, ArrayOf):
            pending.append((at.element, dimensions + 1))
        elif isinstance(at, Parameterized):
            name = at.name
            for _ in range(dimensions):
                name = array_of(name)
            yield name
        elif isinstance(at, Variable) and at.name not in seen:
            seen.add(at.name)
            pending.extend((bound, dimensions) for bound in scope.get(at.name, ()))
