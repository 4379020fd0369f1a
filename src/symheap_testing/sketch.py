"""Sketches: small programs that can be printed in every language with the same constructs.

A sketch is well typed. References are declared with the root class of the sketch, so only its fields and methods are
used through them; a method sees the fields of its own class through ``this``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Literal, get_args

from symheap.objects.ir import Operator


@dataclass(frozen=True, slots=True)
class Var:
    name: str


@dataclass(frozen=True, slots=True)
class Null:
    pass


@dataclass(frozen=True, slots=True)
class Constant:
    value: int | bool


@dataclass(frozen=True, slots=True)
class Fresh:
    class_name: str


@dataclass(frozen=True, slots=True)
class Read:
    receiver: Expr
    field: str


@dataclass(frozen=True, slots=True)
class Compare:
    """Equality of two references."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Apply:
    """A strict operator on numbers or truth values."""

    operator: Operator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negate:
    operand: Expr


@dataclass(frozen=True, slots=True)
class InstanceOf:
    operand: Expr
    class_name: str


@dataclass(frozen=True, slots=True)
class Send:
    receiver: Expr
    method: str
    arguments: tuple[Expr, ...]


Expr = Var | Null | Constant | Fresh | Read | Compare | Apply | Negate | InstanceOf | Send


@dataclass(frozen=True, slots=True)
class Bind:
    """A new variable, whose name is unique in the whole method."""

    type: str
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Rebind:
    """A new value for a variable. Never within a `When`: languages without assignment could not express it."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Write:
    """``receiver.field := value``; the receiver is a variable."""

    receiver: str
    field: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Do:
    """A call for its effect."""

    call: Send


@dataclass(frozen=True, slots=True)
class When:
    condition: Expr
    then: tuple[Statement, ...]
    other: tuple[Statement, ...]


Statement = Bind | Rebind | Write | Do | When


@dataclass(frozen=True, slots=True)
class Body:
    statements: tuple[Statement, ...]
    result: Expr


@dataclass(frozen=True, slots=True)
class Choice:
    """A body that branches once more before it returns."""

    statements: tuple[Statement, ...]
    condition: Expr
    then: MethodBody
    other: MethodBody


MethodBody = Body | Choice


@dataclass(frozen=True, slots=True)
class MethodSketch:
    result: str
    name: str
    parameters: tuple[tuple[str, str], ...]
    body: MethodBody


@dataclass(frozen=True, slots=True)
class ClassSketch:
    name: str
    parent: str | None
    fields: tuple[tuple[str, str], ...]
    methods: tuple[MethodSketch, ...]


@dataclass(frozen=True, slots=True)
class Sketch:
    """Classes, and the method `main` of the first class, whose receiver and parameters are the inputs."""

    classes: tuple[ClassSketch, ...]
    main: MethodSketch

    def field_type(self, name: str) -> str:
        return next(t for c in self.classes for t, f in c.fields if f == name)


# Features -------------------------------------------------------------------------------------------------------------

Feature = Literal[
    "alias",
    "write-through-alias",
    "compare",
    "null-compare",
    "dispatch",
    "recurse",
    "new",
    "int",
    "bool",
    "instanceof",
    "ite-receiver-read",
    "ite-receiver-write",
]
FEATURES: tuple[Feature, ...] = get_args(Feature)


def features(sketch: Sketch) -> frozenset[str]:
    """Return the features of a program, in textual order. Methods that are never called do not count.

    `alias`: one field is used through two variables; `write-through-alias`: it is written through one and then read
    through another. Such a read yields an ``ite`` in [POSE]: `ite-receiver-…` is a further access through it.
    """
    seen = _Features(sketch)
    for body in _reached(sketch):
        seen.expressions(body)
    seen.body(sketch.main.body)
    return frozenset(seen.found)


class _Features:
    def __init__(self, sketch: Sketch) -> None:
        self.found: set[Feature] = set()
        self._sketch = sketch
        self._used: dict[str, set[str]] = {}
        self._written: dict[str, set[str]] = {}
        self._mixed: set[str] = set()
        bodies = {
            m.name: [c for c in sketch.classes if any(n.name == m.name for n in c.methods)] for m in _methods(sketch)
        }
        self._dispatched = {name for name, classes in bodies.items() if len(classes) > 1}
        self._recursive = {m.name for m in _methods(sketch) if any(s.method == m.name for s in _sends(m.body))}

    def expressions(self, body: MethodBody) -> None:
        """Record the features of single expressions, wherever they occur."""
        for node in nodes(body):
            match node:
                case Compare(left, right):
                    self.found.add("null-compare" if Null() in (left, right) else "compare")
                case Fresh():
                    self.found.add("new")
                case InstanceOf():
                    self.found.add("instanceof")
                case Read(_, field) | Write(_, field):
                    self._field_type(field)
                case _:
                    pass

    def _field_type(self, field: str) -> None:
        match self._sketch.field_type(field):
            case "int":
                self.found.add("int")
            case "bool":
                self.found.add("bool")

    def body(self, body: MethodBody) -> None:
        self._statements(body.statements)
        if isinstance(body, Choice):
            self._expression(body.condition)
            self.body(body.then)
            self.body(body.other)
        else:
            self._expression(body.result)

    def _statements(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            match statement:
                case Bind(_, name, value) | Rebind(name, value):
                    self._expression(value)
                    self._bind(name, value)
                case Write(receiver, field, value):
                    self._expression(value)
                    self._use(receiver, field)
                    if receiver in self._mixed:
                        self.found.add("ite-receiver-write")
                    self._written.setdefault(field, set()).add(receiver)
                case Do(call):
                    self._expression(call)
                case When(condition, then, other):
                    self._expression(condition)
                    self._statements(then)
                    self._statements(other)

    def _bind(self, name: str, value: Expr) -> None:
        for writers in self._written.values():
            writers.discard(name)
        if self._is_mixed(value):
            self._mixed.add(name)
        else:
            self._mixed.discard(name)

    def _expression(self, expression: Expr) -> None:
        for node in nodes(expression):
            match node:
                case Read(receiver, field):
                    self._read(receiver, field)
                case Send(_, method):
                    self.found |= {"dispatch"} if method in self._dispatched else set()
                    self.found |= {"recurse"} if method in self._recursive else set()
                case _:
                    pass

    def _read(self, receiver: Expr, field: str) -> None:
        if self._is_mixed(receiver):
            self.found.add("ite-receiver-read")
        if isinstance(receiver, Var):
            self._use(receiver.name, field)
            if self._written.get(field, set()) - {receiver.name}:
                self.found.add("write-through-alias")

    def _use(self, variable: str, field: str) -> None:
        users = self._used.setdefault(field, set())
        users.add(variable)
        if len(users) > 1:
            self.found.add("alias")

    def _is_mixed(self, value: Expr) -> bool:
        """Whether the value is read from a field that was written through another reference."""
        if isinstance(value, Var):
            return value.name in self._mixed
        if not isinstance(value, Read):
            return False
        own = {value.receiver.name} if isinstance(value.receiver, Var) else set()
        return bool(self._written.get(value.field, set()) - own)


def _methods(sketch: Sketch) -> Iterator[MethodSketch]:
    return (m for c in sketch.classes for m in c.methods)


def _reached(sketch: Sketch) -> list[MethodBody]:
    """Return the body of main, and those of the methods that it calls, directly or indirectly."""
    bodies = [sketch.main.body]
    called: set[str] = set()
    for body in bodies:
        new = {send.method for send in _sends(body)} - called
        called |= new
        bodies += [m.body for m in _methods(sketch) if m.name in new]
    return bodies


def _sends(body: MethodBody) -> Iterator[Send]:
    return (node for node in nodes(body) if isinstance(node, Send))


def nodes(root: object) -> Iterator[object]:
    """Yield every node of a sketch below `root`, in textual order."""
    yield root
    if isinstance(root, tuple):
        for item in root:
            yield from nodes(item)
    elif is_dataclass(root):
        for f in fields(root):
            yield from nodes(getattr(root, f.name))
