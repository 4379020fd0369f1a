"""Stubs: stand-ins for unknown subclasses of an abstract class or interface.

A stub of ``p.Shape`` is a class ``p.Shape+stub`` that has the fields of the class and a body for each method that is
abstract there. Such a body returns any value of its type, a further input of the program for each call; it throws
nothing and changes nothing. A class of the user's may do more than that, so reports list this assumption.

A *bare* stub has no such bodies: it is an object of exactly the abstract class, on which a call of a method without a
body throws ``AbstractMethodError``, as JVMS 6.5 specifies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from symheap.core.source import CodePosition
from symheap.core.types import Type
from symheap.lang.java.classes import JavaClass, JavaMethod
from symheap.lang.java.classfile.access import ABSTRACT, FINAL, NATIVE, SYNTHETIC
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.inputs.universe import REPRESENTATIVES, is_machinery, preorder
from symheap.lang.java.locate import written
from symheap.lang.java.values.types import OBJECT, type_of, widening
from symheap.lang.java.world import World
from symheap.objects import ir

SUFFIX = "+stub"


def is_stub(class_name: str) -> bool:
    return class_name.endswith(SUFFIX)


def assumptions_of(names: Sequence[str], *, bare: bool = False) -> list[str]:
    """Return the assumption about the stubs among `names`, in one sentence."""
    of = ", ".join(name.removesuffix(SUFFIX) for name in names if is_stub(name))
    assumed = "return any value of their erased type, throw nothing and change nothing; the rest is as in Object"
    assumed = "throw AbstractMethodError: inputs of just that class have no other" if bare else assumed
    return [f"methods without a body of {of} {assumed}"] if of else []


def with_receiver(
    world: World, class_name: str, method: JavaMethod, names: tuple[str, ...], *, bare: bool = False
) -> tuple[str, ...]:
    """Return the universe, with a stub of `class_name` if no other class of it runs the method and it can have one."""
    if method.is_static or not can_have_stub(world.find(class_name)):
        return names
    key = world.call_key(method) if method.is_virtual else None
    for name in names:
        if world.is_subtype(name, class_name) and (key is None or world.select(name, key) == method.owner):
            return names
    return preorder(world, (*names, stub_of(world, class_name, bare=bare).name))


def with_stubs(world: World, names: tuple[str, ...], types: Iterable[Type], *, bare: bool = False) -> tuple[str, ...]:
    """Return the universe, with a stub of each of the types that can have one.

    Types with a representative class get a stub only if stubs are bare.
    """
    candidates = dict.fromkeys(of.class_name for of in types if bare or of.class_name not in REPRESENTATIVES)
    stubbed = [name for name in candidates if world.exists(name) and can_have_stub(world.find(name))]
    return preorder(world, (*names, *(stub_of(world, name, bare=bare).name for name in stubbed))) if stubbed else names


def can_have_stub(java_class: JavaClass) -> bool:
    """Whether unknown subclasses are possible: not for enums, sealed classes and machinery."""
    file = java_class.file
    sealed = file is not None and file.permitted_subclasses is not None
    closed = java_class.is_enum or sealed or java_class.is_array or is_machinery(java_class)
    return java_class.is_abstract and not closed


def stub_of(world: World, class_name: str, *, bare: bool = False) -> JavaClass:
    """Return the class for all unknown subclasses, created once in a world."""
    name = class_name + SUFFIX
    if world.exists(name):
        return world.find(name)
    above = world.find(class_name)
    interfaces = (class_name,) if above.is_interface else ()
    made = JavaClass(
        name=name,
        parent=OBJECT if above.is_interface else class_name,
        interfaces=interfaces,
        access=FINAL | SYNTHETIC,
        supertypes=above.supertypes | {name, OBJECT},
        methods={} if bare else {method.key: _answering(name, method) for method in without_body(world, above)},
        is_user=above.is_user,
    )
    world.define(made)
    return made


def without_body(world: World, java_class: JavaClass) -> Sequence[JavaMethod]:
    """Return the abstract methods that an object of exactly this class would lack."""
    by_key: dict[str, JavaMethod] = {}
    for at in world.chain(java_class.name):
        for each in (at, *world.superinterfaces(at)):
            for method in each.methods.values():
                if method.is_abstract and world.select(java_class.name, method.key) is None:
                    by_key.setdefault(method.key, method)
    return tuple(by_key.values())


def answers(world: World, names: Sequence[str]) -> dict[str, str]:
    """Return the result descriptors of the stubs among `names`, by their name in reports without the number."""
    stubs = [world.find(name) for name in names if is_stub(name)]
    methods = [method for stub in stubs for method in stub.methods.values()]
    return {_answer(method): method_type(method.descriptor).result.descriptor for method in methods}


def _answer(method: JavaMethod) -> str:
    """Return the name of a stub method's result: ``Shape.scaled(int)``."""
    return f"{method.owner.removesuffix(SUFFIX).rpartition('.')[2]}.{written(method)}"


def _answering(owner: str, method: JavaMethod) -> JavaMethod:
    flags = method.access & ~(ABSTRACT | NATIVE) | SYNTHETIC
    made = JavaMethod(owner, method.name, method.descriptor, flags)
    return replace(made, body=_any_value(made))


def _any_value(method: JavaMethod) -> ir.Method:
    types = method_type(method.descriptor)
    result = types.result.descriptor
    at = CodePosition(method.owner.rpartition(".")[2], 0, 0, str(method))
    dst = len(types.parameters) + 1
    body: list[ir.Instruction] = []
    if result == "V":
        body.append(ir.Const(dst, 0, at))
    else:
        body.append(ir.Arbitrary(dst, type_of(result), _answer(method), at))
        wider = widening(result)
        body += [] if wider is None else [ir.Compute(dst, wider, (dst,), at)]
    params = tuple((f"p{i}", type_of(t.descriptor)) for i, t in enumerate(types.parameters))
    return ir.Method(method.owner, method.key, params, dst + 1, ((*body, ir.Return(dst, at)),), at)
