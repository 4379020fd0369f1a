"""Scalar operations, constants and inputs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from symheap.core.source import Position
from symheap.core.terms import Value
from symheap.core.types import Type
from symheap.objects.ir.registers import Reg


class Operator(Enum):
    """Scalar operators.  `EQUAL` compares two values of one kind, references included."""

    ADD = "+"
    SUB = "-"
    LESS = "<"
    EQUAL = "="
    AND = "&&"
    OR = "||"
    NOT = "~"


@dataclass(frozen=True, slots=True)
class Const:
    dst: Reg
    value: Value
    position: Position


@dataclass(frozen=True, slots=True)
class Input:
    """Read an input of the program, by its number."""

    dst: Reg
    index: int
    position: Position


@dataclass(frozen=True, slots=True)
class Arbitrary:
    """Any value of a type: a further input of the program. The n-th one of a run is called ``name#n``.

    One that is `placed` stands for an answer of the machine that runs the program. Its name includes the place of the
    call: ``name@File.java:12#n``.
    """

    dst: Reg
    type: Type
    name: str
    position: Position
    placed: bool = False

    def numbered(self, before: int, caller: Position | None = None) -> str:
        """Return the name of the input, after `before` other ones in this run."""
        return _numbered(self.name, before, caller if self.placed else None)


def _numbered(name: str, before: int, caller: Position | None) -> str:
    place = "" if caller is None else f"@{caller.file}:{caller.line}"
    return f"{name}{place}#{before + 1}"


@dataclass(frozen=True, slots=True)
class Consult:
    """Look up a text in the environment: an input called ``name("text")``, the same on every lookup.

    The texts in `present` always have a value, so a reference is not null for them. The text must be known, otherwise
    the path ends as unsupported.
    """

    dst: Reg
    type: Type
    name: str
    key: Reg
    present: frozenset[str]
    position: Position

    def named(self, text: str) -> str:
        return f"{self.name}({json.dumps(text)})"


@dataclass(frozen=True, slots=True)
class IdentityHash:
    """The identity hash code of a non-null object: a further input, any number, the same for one object.

    If a method of one of the classes in `tables` asks, the code is `constant`: hash tables look the same from outside,
    whatever the hash codes are, except for the order of their entries. Methods of `through` ask on behalf of their
    callers.
    """

    dst: Reg
    obj: Reg
    constant: int
    tables: frozenset[str]
    through: frozenset[str]
    position: Position

    def numbered(self, before: int, caller: Position) -> str:
        return _numbered("identityHashCode()", before, caller)


@dataclass(frozen=True, slots=True)
class Move:
    dst: Reg
    src: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Unary:
    dst: Reg
    op: Operator
    a: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Binary:
    dst: Reg
    op: Operator
    a: Reg
    b: Reg
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """A scalar operation: total and without effects, on plain values and on terms."""

    name: str
    apply: Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Compute:
    """A scalar operation of a language with static types: its operands are known to fit."""

    dst: Reg
    operation: Operation
    args: tuple[Reg, ...]
    position: Position
