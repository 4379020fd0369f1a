"""Stubs: what stands for the classes below an abstract class or interface that nobody has written yet.

A stub of ``p.Shape`` is a class ``p.Shape+stub`` that has the fields of the class and a body for each method that is
abstract there.  Such a body returns any value of its type, a further input of the program for each call; it throws
nothing and changes nothing.  That is less than a class of the user's may do, so a report names it as an assumption.

A *bare* stub has no such bodies: it is an object of exactly the abstract class, on which a call of a method without a
body throws ``AbstractMethodError``, as JVMS 6.5 has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from symheap.core.source import CodePosition
from symheap.core.types import Type
from symheap.lang.java.classes import JavaClass, JavaMethod
from symheap.lang.java.classfile.access import ABSTRACT, FINAL, NATIVE, SYNTHETIC
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.locate import written
from symheap.lang.java.types import OBJECT, type_of, widening
from symheap.lang.java.universe import REPRESENTATIVES, is_machinery, preorder
from symheap.lang.java.world import World
from symheap.objects import ir

SUFFIX = "+stub"


def is_stub(class_name: str) -> bool:
    return class_name.endswith(SUFFIX)


def assumptions_of(names: Sequence[str], *, bare: bool = False) -> list[str]:
    """What is assumed of the stubs among `names`, in one sentence."""
    of = ", ".join(name.removesuffix(SUFFIX) for name in names if is_stub(name))
    said = "return any value of their erased type, throw nothing and change nothing; the rest is as in Object"
    said = "throw AbstractMethodError: inputs of just that class have no other" if bare else said
    return [f"methods without a body of {of} {said}"] if of else []


def with_receiver(
    world: World, class_name: str, method: JavaMethod, names: tuple[str, ...], *, bare: bool = False
) -> tuple[str, ...]:
    """The universe, with a stub of `class_name` if no other class of it runs the method and there can be one."""
    if method.is_static or not can_have_stub(world.find(class_name)):
        return names
    key = world.call_key(method) if method.is_virtual else None
    for name in names:
        if world.is_subtype(name, class_name) and (key is None or world.select(name, key) == method.owner):
            return names
    return preorder(world, (*names, stub_of(world, class_name, bare=bare).name))


def with_stubs(world: World, names: tuple[str, ...], types: Iterable[Type], *, bare: bool = False) -> tuple[str, ...]:
    """The universe, with a stub of each of the types that can have one.

    Where stubs answer, those are left out that one class stands for; nothing stands for what is bare.
    """
    wanted = dict.fromkeys(of.class_name for of in types if bare or of.class_name not in REPRESENTATIVES)
    found = [name for name in wanted if world.exists(name) and can_have_stub(world.find(name))]
    return preorder(world, (*names, *(stub_of(world, name, bare=bare).name for name in found))) if found else names


def can_have_stub(java_class: JavaClass) -> bool:
    """Whether a class may be below it that is not there: not below enums, sealed ones and machinery."""
    file = java_class.file
    sealed = file is not None and file.permitted_subclasses is not None
    closed = java_class.is_enum or sealed or java_class.is_array or is_machinery(java_class)
    return java_class.is_abstract and not closed


def stub_of(world: World, class_name: str, *, bare: bool = False) -> JavaClass:
    """The class that stands for all that nobody has written, made once in a world."""
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
        methods={} if bare else {method.key: _answering(name, method) for method in _without_body(world, above)},
        is_user=above.is_user,
    )
    world.define(made)
    return made


def _without_body(world: World, java_class: JavaClass) -> Sequence[JavaMethod]:
    """The abstract methods that an object of exactly this class would lack."""
    found: dict[str, JavaMethod] = {}
    for at in world.chain(java_class.name):
        for each in (at, *world.superinterfaces(at)):
            for method in each.methods.values():
                if method.is_abstract and world.select(java_class.name, method.key) is None:
                    found.setdefault(method.key, method)
    return tuple(found.values())


def answers(world: World, names: Sequence[str]) -> dict[str, str]:
    """The descriptors of what the stubs among `names` return, by its name in reports without its number."""
    stubs = [world.find(name) for name in names if is_stub(name)]
    methods = [method for stub in stubs for method in stub.methods.values()]
    return {_answer(method): method_type(method.descriptor).result.descriptor for method in methods}


def _answer(method: JavaMethod) -> str:
    """The name of what a method of a stub returns: ``Shape.scaled(int)``."""
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
