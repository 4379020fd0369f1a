"""Links from code to classes, fields and methods.

Lowering does not fail for missing members: each method here raises `Unlinkable`, named like the JVM's error, and a path
that reaches the reference ends as unsupported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from symheap.core.terms import Term
from symheap.core.types import ClassTable
from symheap.core.typeset import TypeSet
from symheap.lang.java.classes import INIT, JavaClass, JavaField, JavaMethod
from symheap.lang.java.classfile.constants import FieldRef, MethodRef
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.world import World

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Linker:
    """Links references in the code of `java_class`.

    `always` are classes that are initialised, or being initialised, whenever that code runs. A static method or a
    constructor is entered through the initialisation of its class. An instance method is not: an input object may exist
    without it.
    """

    world: World
    initial: InitialObjects
    table: ClassTable
    java_class: JavaClass
    always: frozenset[str]

    def find(self, name: str) -> JavaClass:
        try:
            return self.world.find(name)
        except (NotFound, Malformed):
            raise Unlinkable(f"java.lang.NoClassDefFoundError: {name}") from None

    def types(self, name: str) -> TypeSet:
        self.find(name)
        return self.table.subtypes(name)

    def is_subtype(self, name: str, of: str) -> bool:
        self.find(name)
        self.find(of)
        return self.world.is_subtype(name, of)

    def field(self, reference: FieldRef, *, static: bool) -> JavaField:
        self.find(reference.owner)
        what = f"{reference.owner}.{reference.name}"
        declared = _linked(
            lambda: self.world.resolve_field(reference.owner, reference.name, reference.descriptor),
            f"java.lang.NoSuchFieldError: {what}",
        )
        if declared.is_static != static:
            raise Unlinkable(f"java.lang.IncompatibleClassChangeError: {what}")
        return declared

    def method(self, reference: MethodRef, *, static: bool) -> JavaMethod:
        owner = self.find(reference.owner)
        what = f"{reference.owner}.{reference.name}{reference.descriptor}"
        missing = f"java.lang.NoSuchMethodError: {what}"
        declared = _linked(
            lambda: self.world.resolve_method(reference.owner, reference.name, reference.descriptor), missing
        )
        if declared is None or (reference.name == "<init>" and declared.owner != reference.owner):
            raise Unlinkable(missing)
        if declared.is_static != static or owner.is_interface != reference.is_interface:
            raise Unlinkable(f"java.lang.IncompatibleClassChangeError: {what}")
        return declared

    def selected(self, class_name: str, key: str) -> str:
        """Return the class whose body a call of `key` runs on an object of exactly that class."""
        missing = f"java.lang.AbstractMethodError: {class_name}.{key}"
        owner = _linked(lambda: self.world.select(class_name, key), missing)
        if owner is None:
            raise Unlinkable(missing)
        return owner

    def holder(self, class_name: str) -> Term:
        return self.initial.holder(class_name)


def _linked(resolve: Callable[[], T], what: str) -> T:
    try:
        return resolve()
    except (NotFound, Malformed):
        raise Unlinkable(what) from None


def linker(
    world: World, initial: InitialObjects, table: ClassTable, java_class: JavaClass, method: JavaMethod | None = None
) -> Linker:
    """Return the linker for the code of a method of a class."""
    always: set[str] = set()
    if method is not None and (method.is_static or method.name == INIT):
        always.add(java_class.name)
        if java_class.parent is not None and not java_class.is_interface:
            always.update(each.name for each in world.chain(java_class.parent))
    return Linker(world, initial, table, java_class, frozenset(always))
