"""Assertions about values and objects, for JUnit 5 and JUnit 4.

JUnit 5 compares floating-point numbers by their bits.  JUnit 4 requires a tolerance, here 0.0, so it treats both zeros
as equal.  If JUnit 4 would be ambiguous between a box and its contents, the expected value is boxed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from symheap.core.model import Plain
from symheap.core.theories.ieee import NAN32, NAN64, reader
from symheap.lang.java.values.types import (
    CLASS,
    ENUM,
    class_named_by,
    descriptor_of,
    element_class,
    element_descriptor,
    is_array,
    sort_of,
)
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.testgen.asserting.library import Observation, Observations
from symheap.testgen.asserting.observe import Observer, View, uses_helper
from symheap.testgen.building.known import BOXES, KnownNames, box, enum_constant
from symheap.testgen.building.literals import NULL, literal, text_literal
from symheap.testgen.building.strings import is_string, text_of
from symheap.testgen.code import Code, Declare, Do, Statement, TypeName
from symheap.testgen.writing.naming import Names, camel, simple_name

_DEEPEST = 3
_LONGEST_ARRAY = 10
_BOX = {kind: name for name, kind in BOXES.items()}
_COLLECTIONS = ("java.util.List", "java.util.Set", "java.util.Map")


OF_THE_MACHINE = frozenset({"java.util.Locale", "java.util.TimeZone", "sun.util.calendar.ZoneInfo"})
"""Classes of objects that a JVM derives from its environment at startup, so that they differ between machines."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The context of assertions: the heap after the call, what tests can observe of it, and the variables."""

    observer: Observer
    library: Observations
    known: KnownNames
    names: Names
    junit: int = 5

    @property
    def heap(self) -> ConcreteHeap:
        return self.library.heap


class Asserts:
    """Collects at most `limit` assertions.  `variables` are expressions for objects, by their numbers; it grows.

    With `confirmed`, only assertions in that set are kept in the end.
    """

    def __init__(
        self,
        setting: Setting,
        variables: Mapping[int, View],
        limit: int,
        confirmed: frozenset[Statement] | None = None,
    ) -> None:
        self._confirmed = confirmed
        self._setting = setting
        self._variables = dict(variables)
        self._limit = limit
        self._said: list[Statement] = []
        self._count = 0

    @property
    def is_full(self) -> bool:
        return self._count >= self._limit

    @property
    def count(self) -> int:
        return self._count

    def statements(self) -> tuple[Statement, ...]:
        """Return all confirmed assertions, without unused variables."""
        kept: list[Statement] = []
        used: set[str] = set()
        for statement in reversed(self._said):
            is_confirmed = self._confirmed is None or statement in self._confirmed
            if statement.variable in used if isinstance(statement, Declare) else is_confirmed:
                kept.append(statement)
                code = statement.value if isinstance(statement, Declare) else statement.code
                used.update(word for part in code if isinstance(part, str) for word in _words(part))
        return tuple(reversed(kept))

    def at_most(self, count: int) -> None:
        """Allow only `count` more assertions."""
        self._limit = min(self._limit, self._count + count)

    def name(self, number: int, view: View) -> None:
        """Let an expression denote an object from now on."""
        self._variables.setdefault(number, view)

    def variable(self, number: int) -> View | None:
        return self._variables.get(number)

    def check(self, view: View, kind: str, value: Plain, path: tuple[str, ...], depth: int = 0) -> None:
        """Assert that an expression has a value.  `kind` is the declared type of the value, `path` leads to it."""
        if self.is_full:
            return
        if kind[0] not in "L[":
            self._primitive(view, kind, value)
        elif not value:
            self._say("assertNull", view.code)
        elif int(value) in self._variables:
            self._say("assertSame", self._variables[int(value)].code, view.code)
        else:
            self._contents(view, kind, int(value), path, depth)

    def exists(self, view: View) -> None:
        self._say("assertNotNull", view.code)

    def _say(self, assertion: str, *arguments: Code) -> None:
        if not self.is_full:
            parts = [part for i, code in enumerate(arguments) for part in ((", ", *code) if i else code)]
            self._said.append(Do((f"{assertion}(", *parts, ")")))
            self._count += 1

    # Values -----------------------------------------------------------------------------------------------------------

    def _primitive(self, view: View, kind: str, value: Plain) -> None:
        if view.is_read:
            view = View(("(", TypeName(kind), ") ", *view.code), kind)
        is_plain = view.descriptor == kind
        if kind == "Z" and is_plain:
            self._say("assertTrue" if value else "assertFalse", view.code)
            return
        expected = literal(kind, usual(kind, value), assigned=is_plain)
        if self._setting.junit == 4 and not is_plain:
            expected = box(_BOX[kind], expected)
        self._say("assertEquals", expected, view.code, *(self._tolerance(kind) if is_plain else ()))

    def _tolerance(self, kind: str) -> tuple[Code, ...]:
        return ((("0.0f" if kind == "F" else "0.0"),),) if self._setting.junit == 4 and kind in ("F", "D") else ()

    def _contents(self, view: View, kind: str, number: int, path: tuple[str, ...], depth: int) -> None:
        heap = self._setting.heap
        class_name = heap.class_of(number)
        known = self._value(number)
        if number >= INITIAL and class_name in OF_THE_MACHINE:
            self._say("assertNotNull", view.code)
        elif known is not None and class_name in BOXES:
            self._primitive(view, BOXES[class_name], heap.find(number).fields.get("value", 0))
        elif known is not None:
            self._say("assertEquals" if self._is_value(class_name) else "assertSame", known, view.code)
        elif is_string(class_name):
            pass
        elif is_array(class_name):
            self.array(view, number, path, depth)
        elif not self.library(view, number, path, depth):
            self._object(view, kind, number, path, depth)

    def _is_value(self, class_name: str) -> bool:
        """Whether equality determines an object of the class completely."""
        return (
            is_string(class_name)
            or class_name == CLASS
            or ENUM in self._setting.observer.world.find(class_name).supertypes
        )

    def _value(self, number: int) -> Code | None:
        """Return an expression for a string, box, class, enum constant or the value of another static field."""
        heap = self._setting.heap
        class_name = heap.class_of(number)
        if is_string(class_name):
            text = text_of(heap, number)
            return None if text is None else text_literal(text)
        if class_name in BOXES:
            kind = BOXES[class_name]
            return literal(kind, usual(kind, heap.find(number).fields.get("value", 0)))
        return self._setting.known.code(number) if number >= INITIAL else self._constant(number)

    def _constant(self, number: int) -> Code | None:
        access = self._setting.observer.access
        constant_field = enum_constant(self._setting.observer.world, self._setting.heap, number)
        can_get = constant_field is not None and access.can_get(constant_field.owner, constant_field)
        return (
            (TypeName(descriptor_of(constant_field.owner)), f".{constant_field.name}")
            if constant_field is not None and can_get
            else None
        )

    # Arrays -----------------------------------------------------------------------------------------------------------

    def array(self, view: View, number: int, path: tuple[str, ...], depth: int = 0) -> None:
        """Assert the elements of an array."""
        heap = self._setting.heap
        class_name, length = heap.class_of(number), heap.length(number) or 0
        typed = self._setting.observer.typed(view, class_name)
        expected = self._array_code(number)
        if is_array(typed.class_name) and length == 0:
            self._say("assertEquals", ("0",), (*typed.code, ".length"))
        elif is_array(typed.class_name) and expected is not None:
            actual = typed.code if typed is view else _without_brackets(typed.code)
            self._say("assertArrayEquals", expected, actual, *self._tolerance(element_descriptor(class_name)))
        elif is_array(typed.class_name) and depth < _DEEPEST:
            kept = self._kept(typed, number, path)
            self._say("assertEquals", (str(length),), (*kept.code, ".length"))
            kind = element_descriptor(class_name)
            for i in range(min(length, _LONGEST_ARRAY)):
                element = View((*kept.code, f"[{i}]"), element_descriptor(kept.class_name))
                value = heap.element(number, i, sort_of(kind))
                self.check(element, kind, value, (*path, f"[{i}]"), depth + 1)
        else:
            self.exists(view)

    def _array_code(self, number: int, depth: int = 0) -> Code | None:
        """Return the array as an expression, if it is short and its elements have expressions."""
        heap, access = self._setting.heap, self._setting.observer.access
        class_name, length = heap.class_of(number), heap.length(number) or 0
        kind = element_descriptor(class_name)
        if length > _LONGEST_ARRAY or depth > 1:
            return None
        elements: list[Code] = []
        for i in range(length):
            value = heap.element(number, i, sort_of(kind))
            code = (
                literal(kind, usual(kind, value), assigned=True)
                if kind[0] not in "L["
                else self._expression(int(value), depth + 1)
            )
            if code is None:
                return None
            elements.append(code)
        can_name = kind[0] not in "L[" or access.can_name(element_class(class_name))
        type_name = TypeName(descriptor_of(class_name) if can_name else "[Ljava/lang/Object;")
        return ("new ", type_name, " {", *_listed(elements), "}")

    def _expression(self, number: int, depth: int) -> Code | None:
        if number == 0:
            return NULL
        if number in self._variables:
            return self._variables[number].code
        is_nested = is_array(self._setting.heap.class_of(number))
        return self._array_code(number, depth) if is_nested else self._value(number)

    # Objects ----------------------------------------------------------------------------------------------------------

    def library(self, view: View, number: int, path: tuple[str, ...], depth: int = 0) -> bool:
        """Assert what the methods of a JDK object return; return False if no method is known."""
        seen = self._setting.library.seen(number)
        if seen is None:
            return False
        whole = self._whole(seen)
        if whole is not None:
            self._say("assertEquals", whole, view.code)
            return True
        assertable = [each for each in seen if each.argument is None or self._by_value(each.argument) is not None]
        observed = self._as(view, seen[0].owner)
        kept = observed if len(assertable) == 1 else self._kept(observed, number, path, seen[0].owner)
        for each in assertable:
            argument = self._by_value(each.argument) if each.argument is not None else None
            member = (each.member,) if argument is None else (f"{each.member}(", *argument, ")")
            step = View((*kept.code, *member), each.descriptor)
            self.check(step, each.descriptor, each.value, (*path, camel([each.member])), depth + 1)
        return True

    def _as(self, view: View, owner: str) -> View:
        if self._setting.observer.world.is_subtype(view.class_name, owner):
            return view
        return View(("((", TypeName(descriptor_of(owner), open=True), ") ", *view.code, ")"), descriptor_of(owner))

    def _by_value(self, number: int) -> Code | None:
        """Return an expression for an object that a collection finds by equality."""
        class_name = self._setting.heap.class_of(number) if number else ""
        by_value = is_string(class_name) or class_name in BOXES or number >= INITIAL
        return self._value(number) if by_value and number else None

    def _whole(self, seen: tuple[Observation, ...]) -> Code | None:
        """Return a list, set or map of values as one expression."""
        size, *items = seen
        if size.owner not in _COLLECTIONS or size.value != len(items) or size.member != ".size()":
            return None
        numbers: list[int] = []
        for each in items:
            numbers += [each.argument] if each.argument is not None else []
            numbers += [int(each.value)] if each.descriptor != "Z" else []
        codes = [self._by_value(number) for number in numbers]
        expressions = [code for code in codes if code is not None]
        owner = TypeName(descriptor_of(size.owner))
        return (owner, ".of(", *_listed(expressions), ")") if len(expressions) == len(codes) else None

    def _object(self, view: View, kind: str, number: int, path: tuple[str, ...], depth: int) -> None:
        """Assert the class of an object, if it is not the declared one, and its fields.

        A field with its default value is not asserted if that would need the helper.
        """
        observer, heap = self._setting.observer, self._setting.heap
        class_name = heap.class_of(number)
        fields = observer.fields(class_name) if observer.world.exists(class_name) and depth < _DEEPEST else ()
        before = self._count
        says_class = class_named_by(kind) != class_name and observer.access.can_name(class_name)
        if says_class and view.is_variable:
            self._say("assertEquals", (TypeName(descriptor_of(class_name)), ".class"), (*view.code, ".getClass()"))
        kept = self._kept(view, number, path) if len(fields) + says_class > 1 else view
        is_told = kept.class_name == class_name and observer.world.find(class_name).is_final
        if says_class and not view.is_variable and not is_told:
            self._say("assertEquals", (TypeName(descriptor_of(class_name)), ".class"), (*kept.code, ".getClass()"))
        for f in fields:
            seen, value = observer.field(kept, class_name, f), heap.get(number, f.field)
            if seen is not None and (value or not uses_helper(seen.code)):
                self.check(seen, f.descriptor, value, (*path, f.name), depth + 1)
        if self._count == before:
            self.exists(view)

    def _kept(self, view: View, number: int, path: tuple[str, ...], wanted: str = "") -> View:
        """Declare a variable for an expression.

        Its type is that of the object, or `wanted` if the expression is already cast to that.
        """
        class_name = self._setting.heap.class_of(number)
        typed = self._setting.observer.typed(view, wanted or class_name)
        if view.is_variable:
            self.name(number, view)
            if typed is view:
                return view
        code = typed.code if typed is view else _without_brackets(typed.code)
        root, *steps = path if not view.is_variable else (simple_name(class_name),)
        short = camel([root, *steps]) if root != "this" else camel(steps) if steps else "own"
        name = self._setting.names.fresh(short, f"new{short[:1].upper()}{short[1:]}")
        self._said.append(Declare(TypeName(typed.descriptor, open=True), name, code))
        kept = View((name,), typed.descriptor)
        self._variables.setdefault(number, kept)
        return kept


def usual(kind: str, value: Plain) -> Plain:
    """Replace any NaN by the usual one, since JUnit treats all NaNs as equal."""
    if kind not in ("F", "D"):
        return value
    number: Callable[[int], float] = reader(32 if kind == "F" else 64)
    is_nan = number(int(value)) != number(int(value))
    return (NAN32 if kind == "F" else NAN64) if is_nan else value


def _listed(codes: list[Code]) -> Code:
    return tuple(part for i, code in enumerate(codes) for part in ((", ", *code) if i else code))


def _without_brackets(code: Code) -> Code:
    """Remove the parentheses around a cast that stands alone: ``((T) x)`` becomes ``(T) x``."""
    assert (code[0], code[-1]) == ("((", ")")
    return ("(", *code[1:-1])


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c in "_$" else " " for c in text).split()
