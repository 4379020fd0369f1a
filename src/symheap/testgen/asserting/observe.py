"""How a test reads a field: by its name, by a getter, or through the helper class.

A getter is a method without parameters that only returns a field of ``this``.  So it changes nothing, throws nothing,
and its value is always that of the field.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symheap.lang.java.classes import JavaField, JavaMethod
from symheap.lang.java.classfile.access import SYNTHETIC
from symheap.lang.java.classfile.constants import FieldRef
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.values.types import OBJECT, class_named_by, descriptor_of, is_array
from symheap.lang.java.world import World
from symheap.testgen.access import Access
from symheap.testgen.building.literals import text_literal
from symheap.testgen.code import Code, TypeName

HELPER = "TestObjects"
ANY = descriptor_of(OBJECT)
_RETURNS = frozenset(("ireturn", "lreturn", "freturn", "dreturn", "areturn"))


@dataclass(frozen=True, slots=True)
class View:
    """An expression of the test, and the descriptor of its static type; the helper's results have type Object."""

    code: Code
    descriptor: str

    @property
    def class_name(self) -> str:
        return class_named_by(self.descriptor)

    @property
    def is_read(self) -> bool:
        """Whether the value is read by the helper, so that its type has to be cast."""
        return isinstance(self.code[0], str) and self.code[0].startswith(f"{HELPER}.get")

    @property
    def is_variable(self) -> bool:
        return len(self.code) == 1 and isinstance(self.code[0], str) and self.code[0].isidentifier()


@dataclass(frozen=True, slots=True)
class Observer:
    """The fields that expressions of a test can see."""

    access: Access

    @property
    def world(self) -> World:
        return self.access.world

    def fields(self, class_name: str) -> tuple[JavaField, ...]:
        """Return the fields of an object that user classes declare, from the top of the hierarchy."""
        if is_array(class_name):
            return ()
        chain = [at for at in self.world.chain(class_name) if at.is_user]
        every = (f for at in reversed(chain) for f in at.fields.values())
        return tuple(f for f in every if not f.is_static and not f.access & SYNTHETIC)

    def typed(self, view: View, class_name: str) -> View:
        """Return the expression, cast to the nearest nameable type of its object if that is more specific."""
        nearest = self.access.type_of(class_name).descriptor
        if nearest == ANY or self.world.is_subtype(view.class_name, class_named_by(nearest)):
            return view
        return View(("((", TypeName(nearest, open=True), ") ", *view.code, ")"), nearest)

    def field(self, view: View, class_name: str, f: JavaField) -> View | None:
        """Return a field of an object of `class_name` as an expression; None if no test can see it."""
        for each in (view, self.typed(view, class_name)):
            seen = self._named(each, f) or self._got(each, class_name, f)
            if seen is not None:
                return seen
        return self._read(view, class_name, f)

    def static(self, f: JavaField) -> View:
        """Return a static field of a class that can be named."""
        owner = TypeName(descriptor_of(f.owner))
        if self.access.can_get(f.owner, f):
            return View((owner, f".{f.name}"), f.descriptor)
        return _read_as(f, (f"{HELPER}.getStatic(", owner, ".class, ", *text_literal(f.name), ")"))

    def _named(self, view: View, f: JavaField) -> View | None:
        if is_array(view.class_name) or not self.access.can_get(view.class_name, f):
            return None
        hidden = next((each for each in self._declared(view.class_name) if each.name == f.name), None)
        return View((*view.code, f".{f.name}"), f.descriptor) if hidden is f else None

    def _declared(self, class_name: str) -> Iterator[JavaField]:
        for at in self.world.chain(class_name):
            yield from at.fields.values()
            for above in self.world.superinterfaces(at):
                yield from above.fields.values()

    def _got(self, view: View, class_name: str, f: JavaField) -> View | None:
        getter = next(self._getters(view.class_name, class_name, f), None)
        return None if getter is None else View((*view.code, f".{getter.name}()"), f.descriptor)

    def _getters(self, static: str, class_name: str, f: JavaField) -> Iterator[JavaMethod]:
        """Yield the getters of type `static` that read the field of an object of `class_name`."""
        if is_array(static) or not self.world.find(static).is_user:
            return
        for at in self.world.chain(static):
            for each in (at, *self.world.superinterfaces(at)):
                for method in each.methods.values():
                    fits = method.descriptor == f"(){f.descriptor}" and not method.is_static
                    if fits and self.access.can_call(static, method) and self._is_getter(class_name, method, f):
                        yield method

    def _is_getter(self, class_name: str, method: JavaMethod, f: JavaField) -> bool:
        if declares_checked(self.world, method):
            return False
        owner = self.world.select(class_name, self.world.call_key(method)) if method.is_virtual else method.owner
        body = self.world.find(owner).methods.get(method.key) if owner is not None else None
        return body is not None and reads_only(self.world, body, f)

    def _read(self, view: View, class_name: str, f: JavaField) -> View | None:
        if not self.world.find(f.owner).is_user:
            return None
        first = next(each for at in self.world.chain(class_name) for each in at.fields.values() if each.name == f.name)
        if first is not f and not self.access.can_name(f.owner):
            return None
        owner: Code = () if first is f else (TypeName(descriptor_of(f.owner)), ".class, ")
        code: Code = (f"{HELPER}.get(", *view.code, ", ", *owner, *text_literal(f.name), ")")
        return _read_as(f, code)


def _read_as(f: JavaField, code: Code) -> View:
    """Return a result of the helper, which is an Object; a primitive value is in a box."""
    is_primitive = f.descriptor[0] not in "L["
    return View(("(", TypeName(f.descriptor), ") ", *code), f.descriptor) if is_primitive else View(code, ANY)


def uses_helper(code: Code) -> bool:
    return any(isinstance(part, str) and f"{HELPER}." in part for part in code)


def reads_only(world: World, method: JavaMethod, f: JavaField) -> bool:
    """Whether the body is ``return this.f;``."""
    try:
        code = method.code
        instructions = code.instructions if code is not None else ()
        if len(instructions) != 3 or instructions[0].mnemonic != "aload_0" or instructions[2].mnemonic not in _RETURNS:
            return False
        [reference, *_] = instructions[1].args or (None,)
        if instructions[1].mnemonic != "getfield" or not isinstance(reference, FieldRef):
            return False
        return world.resolve_field(reference.owner, reference.name, reference.descriptor) is f
    except (Malformed, NotFound):
        return False


def declares_checked(world: World, method: JavaMethod) -> bool:
    """Whether callers must handle exceptions that the method declares.  Rule: JLS 11.1.1"""
    declared = method.info.exceptions if method.info is not None else ()
    return any(not is_unchecked(world, name) for name in declared)


def is_unchecked(world: World, class_name: str) -> bool:
    unchecked = ("java.lang.RuntimeException", "java.lang.Error")
    return world.exists(class_name) and any(world.is_subtype(class_name, name) for name in unchecked)
