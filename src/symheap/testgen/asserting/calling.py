"""Build the call under test: from inputs by name to an expression."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symheap.lang.java.classes import INIT, JavaMethod
from symheap.lang.java.classfile.access import VARARGS
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.classfile.signatures import Variable, method_signature
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.inputs.declared import THIS, inner_of
from symheap.lang.java.locate import written
from symheap.lang.java.values.types import class_named_by, descriptor_of, is_array
from symheap.lang.java.world import World
from symheap.testgen.access import Access
from symheap.testgen.asserting.observe import View
from symheap.testgen.building.literals import NULL
from symheap.testgen.code import Code, TypeName


class CannotCall(Exception):
    """No test can make the call; the message is one sentence with the reason."""


@dataclass(frozen=True, slots=True)
class TestedCall:
    """An expression, and the descriptor of its value: ``V`` if it has none."""

    code: Code
    descriptor: str


def call_of(java: JavaProgram, access: Access, inputs: Mapping[str, View], receiver: str) -> TestedCall:
    """Return the call that runs the explored method.  `receiver` is the class of the receiver object, if any.

    Raises `CannotCall`.
    """
    method, class_name = java.subject.method, java.subject.class_name
    names = [declared.name for declared in java.program.inputs]
    kinds = [p.descriptor for p in method_type(method.descriptor).parameters]
    is_instance = not method.is_static and method.name != INIT
    views = [inputs[name] for name in names[is_instance : is_instance + len(kinds)]]
    if method.name == INIT:
        return _construction(access, class_name, method, views)
    if is_instance:
        at, code, declared = _on(access, method, inputs[THIS], receiver)
    else:
        (at, code), declared = _static(access, class_name, method), method
    arguments = _arguments(access, at, method, views)
    return TestedCall((*code, f".{method.name}(", *arguments, ")"), method_type(declared.descriptor).result.descriptor)


def _static(access: Access, class_name: str, method: JavaMethod) -> tuple[str, Code]:
    for name in (method.owner, class_name):
        if access.can_call(name, method):
            return name, (TypeName(descriptor_of(name)),)
    raise CannotCall(_out_of_reach(method))


def _on(access: Access, method: JavaMethod, this: View, receiver: str) -> tuple[str, Code, JavaMethod]:
    """Return the receiver's type and expression, and the method to call: on its own type, or the nearest nameable one.

    On an interface or superclass, dispatch must reach the same body.  That may be by way of a bridge, if the method
    declared there has a wider result type.
    """
    world = access.world
    nearest = access.nearest(receiver)
    for name in dict.fromkeys((this.class_name, method.owner, nearest)):
        if is_array(name) or not world.is_subtype(receiver, name):
            continue
        for candidate in _declared(world, name, method):
            if access.can_call(name, candidate) and _leads(world, candidate, receiver, method):
                cast = ("((", TypeName(descriptor_of(name)), ") ", *this.code, ")")
                return name, this.code if world.is_subtype(this.class_name, name) else cast, candidate
    raise CannotCall(_out_of_reach(method))


def _declared(world: World, name: str, method: JavaMethod) -> Iterator[JavaMethod]:
    """Yield what a call on an expression of a type may refer to: the method, or others with the same parameters."""
    own = world.resolve_method(name, method.name, method.descriptor)
    if own is not None:
        yield own
        return
    for at in world.chain(name):
        for each in (at, *world.superinterfaces(at)):
            for other in each.methods.values():
                if other.name == method.name and _parameters(other) == _parameters(method) and not other.is_static:
                    yield other


def _leads(world: World, candidate: JavaMethod, receiver: str, method: JavaMethod) -> bool:
    if not candidate.is_virtual:
        return candidate is method
    return world.select(receiver, world.call_key(candidate)) == method.owner


def _construction(access: Access, class_name: str, method: JavaMethod, views: list[View]) -> TestedCall:
    java_class = access.world.find(class_name)
    if not access.can_call(class_name, method):
        raise CannotCall(_out_of_reach(method))
    descriptor = descriptor_of(class_name)
    inner = inner_of(java_class)
    arguments = _arguments(access, class_name, method, views)
    if inner is None:
        return TestedCall(("new ", TypeName(descriptor), "(", *arguments, ")"), descriptor)
    outer = views[0].code
    return TestedCall((*outer, f".new {inner.simple_name}(", *arguments[len(outer) + 1 :], ")"), descriptor)


def _out_of_reach(method: JavaMethod) -> str:
    kind = "private" if method.is_private else "out of reach"
    return f"{written(method)} of {method.owner} is {kind} for a test"


# Arguments ------------------------------------------------------------------------------------------------------------


def _arguments(access: Access, class_name: str, method: JavaMethod, views: list[View]) -> Code:
    """Return the arguments, with casts where the compiler would otherwise choose another method or none.

    Rule: JLS 15.12
    """
    kinds = [p.descriptor for p in method_type(method.descriptor).parameters]
    is_overloaded = any(True for _ in _rivals(access.world, class_name, method))
    mixed = _mixed(method, views)
    parts: list[str | TypeName] = []
    for i, (kind, view) in enumerate(zip(kinds, views, strict=True)):
        is_last = i == len(kinds) - 1 and bool(method.access & VARARGS)
        parts += [", "] if i else []
        parts += _argument(access, method, kind, view, exactly=is_overloaded or is_last or i in mixed)
    return tuple(parts)


def _mixed(method: JavaMethod, views: list[View]) -> frozenset[int]:
    """Return arguments of different types for one type variable; the erasure of the type is what they share."""
    signature = method_signature(method.info.signature) if method.info is not None and method.info.signature else None
    if signature is None or len(signature.parameters) != len(views):
        return frozenset()
    own = {each.name for each in signature.type_parameters if each.bounds}
    places: dict[str, list[int]] = {}
    for i, kind in enumerate(signature.parameters):
        if isinstance(kind, Variable) and kind.name in own and views[i].code != NULL:
            places.setdefault(kind.name, []).append(i)
    several = [each for each in places.values() if len({views[i].descriptor for i in each}) > 1]
    return frozenset(i for each in several for i in each)


def _argument(access: Access, method: JavaMethod, kind: str, view: View, *, exactly: bool) -> Code:
    is_reference = kind[0] in "L["
    fits = view.code == NULL or not is_reference or access.world.is_subtype(view.class_name, class_named_by(kind))
    if fits and (not exactly or (view.descriptor == kind and view.code != NULL)):
        return view.code
    if is_reference and not access.can_name(class_named_by(kind)):
        if fits:
            return view.code
        raise CannotCall(f"{written(method)} of {method.owner} has a parameter whose type is out of reach for a test")
    return ("(", TypeName(kind), ") ", *view.code) if is_reference else view.code


def _rivals(world: World, class_name: str, method: JavaMethod) -> Iterator[JavaMethod]:
    """Yield other methods of that name with the same number of parameters, or a variable number."""
    count = len(method_type(method.descriptor).parameters)
    for at in world.chain(class_name) if not is_array(class_name) else ():
        for each in (at, *(() if method.name == INIT else world.superinterfaces(at))):
            for other in each.methods.values():
                has_name = other.name == method.name and _parameters(other) != _parameters(method)
                if has_name and (len(method_type(other.descriptor).parameters) == count or other.access & VARARGS):
                    yield other
        if method.name == INIT:
            return


def _parameters(method: JavaMethod) -> str:
    return method.descriptor.rpartition(")")[0]
