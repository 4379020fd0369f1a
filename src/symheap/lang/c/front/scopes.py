"""Meanings of names: typedefs, enumeration constants, variables and functions; and the tags of records and enums."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from symheap.core.source import Position
from symheap.lang.c.front.types import CType, FunctionType, Integer
from symheap.lang.c.lower.values import Place


@dataclass(frozen=True, slots=True)
class Typedef:
    """A name of a type.

    `alignment` is the one that an attribute gives the type.  `constant`: objects of the type are ``const``.
    """

    type: CType
    alignment: int | None = None
    constant: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A name whose declaration is not supported; each use of it is refused."""

    reason: str
    position: Position


@dataclass(frozen=True, slots=True)
class Constant:
    """A member of an enumeration."""

    value: int
    type: Integer


@dataclass(frozen=True, slots=True)
class Variable:
    """A local, in a register or in memory; `constant` if it is defined ``const``."""

    type: CType
    place: Place
    constant: bool = False


@dataclass(frozen=True, slots=True)
class GlobalVariable:
    """An object of static lifetime; `symbol` is its name in the program, `constant` if it is declared ``const``."""

    type: CType
    symbol: str
    constant: bool = False


@dataclass(frozen=True, slots=True)
class FunctionName:
    type: FunctionType
    symbol: str
    is_static: bool = False


Meaning = Union[Typedef, Refused, Constant, Variable, GlobalVariable, FunctionName]


@dataclass(eq=False)
class Scope:
    """A scope; names that it does not define are looked up in `parent`."""

    parent: Scope | None = None
    names: dict[str, Meaning] = field(default_factory=dict)
    tags: dict[str, CType] = field(default_factory=dict)

    def find(self, name: str) -> Meaning | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def find_tag(self, tag: str) -> CType | None:
        scope: Scope | None = self
        while scope is not None:
            if tag in scope.tags:
                return scope.tags[tag]
            scope = scope.parent
        return None
