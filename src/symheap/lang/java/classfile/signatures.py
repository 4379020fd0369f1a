"""Generic signatures, JVMS 4.7.9.1. The JVM ignores malformed ones, so here they are None and never an error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TypeVar

from symheap.lang.java.classfile.descriptors import PRIMITIVES
from symheap.lang.java.classfile.names import external

MAX_DEPTH = 64


@dataclass(frozen=True, slots=True)
class Basic:
    """A primitive type, or `void` as a result."""

    descriptor: str


@dataclass(frozen=True, slots=True)
class Variable:
    """A use of a type parameter."""

    name: str


@dataclass(frozen=True, slots=True)
class Parameterized:
    """A class with type arguments; none for a plain or raw class. `outer` has the arguments of an outer class.

    `name` is the whole name as printed by `Class.getName()`, such as `java.util.Map$Entry`.
    """

    name: str
    arguments: tuple[TypeArgument, ...] = ()
    outer: Parameterized | None = None


@dataclass(frozen=True, slots=True)
class ArrayOf:
    element: TypeSignature


class TypeBound(Enum):
    EXACT = "="
    EXTENDS = "+"
    SUPER = "-"
    ANY = "*"


@dataclass(frozen=True, slots=True)
class TypeArgument:
    """A type argument; `type` is None exactly for the unbounded wildcard."""

    bound: TypeBound
    type: TypeSignature | None


TypeSignature = Basic | Variable | Parameterized | ArrayOf


@dataclass(frozen=True, slots=True)
class TypeParameter:
    """A declared type parameter. No bounds means java.lang.Object."""

    name: str
    bounds: tuple[TypeSignature, ...]


@dataclass(frozen=True, slots=True)
class ClassSignature:
    parameters: tuple[TypeParameter, ...]
    superclass: TypeSignature
    interfaces: tuple[TypeSignature, ...]


@dataclass(frozen=True, slots=True)
class MethodSignature:
    type_parameters: tuple[TypeParameter, ...]
    parameters: tuple[TypeSignature, ...]
    result: TypeSignature
    throws: tuple[TypeSignature, ...]


class _Bad(Exception):
    """Raised for text that is not a signature."""


class _Text:
    """A recursive-descent parser over `text` and an end mark. `MAX_DEPTH` limits the nesting and so the recursion."""

    def __init__(self, text: str) -> None:
        self.text = text + "\0"
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        return self.text[self.at]

    def accept(self, char: str) -> bool:
        if self.text[self.at] != char:
            return False
        self.at += 1
        return True

    def expect(self, char: str) -> None:
        if not self.accept(char):
            raise _Bad

    def identifier(self, stops: str) -> str:
        start = self.at
        while self.text[self.at] not in stops and self.text[self.at] != "\0":
            self.at += 1
        if start == self.at:
            raise _Bad
        return self.text[start : self.at]

    def deeper(self, levels: int) -> None:
        self.depth += levels
        if self.depth > MAX_DEPTH:
            raise _Bad

    def type(self) -> TypeSignature:
        dimensions = 0
        while self.accept("["):
            dimensions += 1
        self.deeper(dimensions)
        parsed = self.element()
        self.depth -= dimensions
        for _ in range(dimensions):
            parsed = ArrayOf(parsed)
        return parsed

    def element(self) -> TypeSignature:
        char = self.peek()
        if char in PRIMITIVES and char != "V":
            self.at += 1
            return Basic(char)
        return self.reference()

    def reference(self) -> TypeSignature:
        if self.peek() == "[":
            return self.type()
        if self.accept("T"):
            name = self.identifier(".;[/<>:")
            self.expect(";")
            return Variable(name)
        return self.parameterized()

    def parameterized(self) -> Parameterized:
        self.expect("L")
        name = external(self.identifier(".;[<>:"))
        parsed = Parameterized(name, self.arguments())
        while self.accept("."):
            name = f"{parsed.name}${self.identifier('.;[/<>:')}"
            parsed = Parameterized(name, self.arguments(), parsed if parsed.arguments or parsed.outer else None)
        self.expect(";")
        return parsed

    def arguments(self) -> tuple[TypeArgument, ...]:
        if not self.accept("<"):
            return ()
        self.deeper(1)
        parsed = [self.argument()]
        while not self.accept(">"):
            parsed.append(self.argument())
        self.depth -= 1
        return tuple(parsed)

    def argument(self) -> TypeArgument:
        if self.accept("*"):
            return TypeArgument(TypeBound.ANY, None)
        for bound in (TypeBound.EXTENDS, TypeBound.SUPER):
            if self.accept(bound.value):
                return TypeArgument(bound, self.reference())
        return TypeArgument(TypeBound.EXACT, self.reference())

    def type_parameters(self) -> tuple[TypeParameter, ...]:
        if not self.accept("<"):
            return ()
        parsed = [self.type_parameter()]
        while not self.accept(">"):
            parsed.append(self.type_parameter())
        return tuple(parsed)

    def type_parameter(self) -> TypeParameter:
        name = self.identifier(".;[/<>:")
        self.expect(":")
        bounds: list[TypeSignature] = []
        if self.peek() in "LT[":
            bounds.append(self.reference())
        while self.accept(":"):
            bounds.append(self.reference())
        return TypeParameter(name, tuple(bounds))

    def class_signature(self) -> ClassSignature:
        parameters = self.type_parameters()
        superclass = self.parameterized()
        interfaces: list[TypeSignature] = []
        while self.peek() == "L":
            interfaces.append(self.parameterized())
        return ClassSignature(parameters, superclass, tuple(interfaces))

    def method_signature(self) -> MethodSignature:
        type_parameters = self.type_parameters()
        self.expect("(")
        parameters: list[TypeSignature] = []
        while not self.accept(")"):
            parameters.append(self.type())
        result = Basic("V") if self.accept("V") else self.type()
        throws: list[TypeSignature] = []
        while self.accept("^"):
            throws.append(self.reference())
        return MethodSignature(type_parameters, tuple(parameters), result, tuple(throws))


T = TypeVar("T")


def _whole(text: str, rule: Callable[[_Text], T]) -> T | None:
    source = _Text(text)
    try:
        parsed = rule(source)
    except _Bad:
        return None
    return parsed if source.at == len(text) else None


@lru_cache(maxsize=1 << 13)
def field_signature(text: str) -> TypeSignature | None:
    return _whole(text, _Text.reference)


@lru_cache(maxsize=1 << 13)
def class_signature(text: str) -> ClassSignature | None:
    return _whole(text, _Text.class_signature)


@lru_cache(maxsize=1 << 13)
def method_signature(text: str) -> MethodSignature | None:
    return _whole(text, _Text.method_signature)
