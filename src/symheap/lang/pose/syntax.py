"""The abstract syntax of POSE's language.  Rule: [POSE] Fig. 7, "Language syntax"

The position of an expression is the place for its errors: that of the operator, or of the member's name. Chains of
``let`` nest as deep as the program is long, so nothing may walk a tree by plain recursion (see
`symheap.lang.pose.trampoline`).
"""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.source import Position
from symheap.objects.ir import Operator


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, a truth value, or null (None)."""

    value: int | bool | None
    position: Position


@dataclass(frozen=True, slots=True)
class Symbol:
    """An input: a primitive X or a reference Y."""

    name: str
    position: Position

    @property
    def is_reference(self) -> bool:
        return self.name.startswith("Y")


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Marker:
    """``(@ x)``: the value of x if x is bound, else false."""

    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class New:
    class_name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expression
    body: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class If:
    condition: Expression
    then: Expression
    other: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class GetField:
    receiver: Expression
    field: str
    position: Position


@dataclass(frozen=True, slots=True)
class PutField:
    receiver: Expression
    field: str
    value: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class Invoke:
    receiver: Expression
    method: str
    arguments: tuple[Expression, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class BinaryOperation:
    operator: Operator
    left: Expression
    right: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class Not:
    operand: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class InstanceOf:
    operand: Expression
    class_name: str
    position: Position


Expression = (
    Literal
    | Symbol
    | Variable
    | Marker
    | New
    | Let
    | If
    | GetField
    | PutField
    | Invoke
    | BinaryOperation
    | Not
    | InstanceOf
)


@dataclass(frozen=True, slots=True)
class TypeName:
    """``bool``, ``int`` or the name of a class."""

    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Declaration:
    """A field or a parameter."""

    type: TypeName
    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class MethodDeclaration:
    result: TypeName
    name: str
    parameters: tuple[Declaration, ...]
    body: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class ClassDeclaration:
    """A class; `parent` is None if ``extends`` is missing."""

    name: str
    parent: TypeName | None
    fields: tuple[Declaration, ...]
    methods: tuple[MethodDeclaration, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Source:
    """A whole program with its includes resolved: classes, then the expression to run."""

    classes: tuple[ClassDeclaration, ...]
    main: Expression
