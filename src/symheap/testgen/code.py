"""Java statements as data.  Types have full names, and are printed as the imports of the file allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type that can be named in source, by its descriptor: ``Ljava/util/Map$Entry;``, ``[I``.

    It is printed without type arguments or, if `open`, with wildcards for all of them: ``Map<?, ?>``.
    """

    descriptor: str
    open: bool = False


Code: TypeAlias = tuple[str | TypeName, ...]
"""An expression or a statement without its semicolon: text, with types in it."""


@dataclass(frozen=True, slots=True)
class Declare:
    """The declaration ``Type variable = value;``."""

    type: TypeName
    variable: str
    value: Code


@dataclass(frozen=True, slots=True)
class Do:
    """An expression statement or an assignment."""

    code: Code


Statement: TypeAlias = Declare | Do


CONSTRUCTOR: Code = ("<init>()",)
"""The declaration of the constructor of a stub, whatever the name of its class."""


@dataclass(frozen=True, slots=True)
class StubMethod:
    """A method of a stub: its Java declaration without modifiers, and the statements of its body."""

    declaration: Code
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class StubClass:
    """A class nested in the test class, for an input type without a usable implementation.

    Tests that need the same behaviour share it: stubs are compared by everything except their names.
    """

    name: str
    above: TypeName
    is_interface: bool
    methods: tuple[StubMethod, ...]
    fields: tuple[Declare, ...] = ()


def types_in(code: Code) -> Iterator[TypeName]:
    return (part for part in code if isinstance(part, TypeName))
