"""The abstract syntax of Javalite.

It covers the papers' language ([Summaries] Fig. 3), the full language of its thesis (superclasses, methods of any
arity, casts, type tests, ``unit``), and integers and boolean connectives, which are ours. Nodes compare by identity:
each stands for one place in the source, and passes attach their results to nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from symheap.core.source import Position


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """An occurrence of a name in the source."""

    text: str
    position: Position

    def __str__(self) -> str:
        return self.text


# Expressions ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """``x``, ``this``"""

    name: str
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Null:
    """``null``"""

    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """``true``, ``false``, ``7``"""

    value: bool | int
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """``unit``, the one value of its type."""

    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class New:
    """``(new C)``"""

    class_name: Name
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class FieldAccess:
    """``(e $ f)``"""

    object: Expression
    field: Name
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class FieldWrite:
    """``(x $ f := e)``: `x` is looked up after `e` is evaluated."""

    variable: Name
    field: Name
    value: Expression
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Equals:
    """``(e = e)``, ``(e == e)``"""

    left: Expression
    right: Expression
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class If:
    """``(if e e else e)``"""

    condition: Expression
    then: Expression
    other: Expression
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class VariableDeclaration:
    """``(var T x := e in e)``"""

    type: Name
    name: Name
    value: Expression
    body: Expression
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class MethodInvocation:
    """``(e @ m e)``, ``(e @ m (e ...))``"""

    object: Expression
    method: Name
    arguments: tuple[Expression, ...]
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class VariableAssignment:
    """``(x := e)``"""

    name: Name
    value: Expression
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Begin:
    """``(begin e ...)``: the value of the last expression, or unit."""

    body: tuple[Expression, ...]
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Typecast:
    """``(C e)``"""

    class_name: Name
    object: Expression
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class InstanceOf:
    """``(e instanceof C)``"""

    object: Expression
    class_name: Name
    position: Position


class BinaryOperator(Enum):
    ADD = "+"
    SUB = "-"
    LESS = "<"
    AND = "and"
    OR = "or"


@dataclass(frozen=True, slots=True, eq=False)
class Binary:
    """``(e + e)``, ``(e < e)``, ``(e and e)``: both operands are always evaluated."""

    operator: BinaryOperator
    left: Expression
    right: Expression
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Not:
    """``(not e)``"""

    operand: Expression
    position: Position


Expression = (
    Variable
    | Null
    | Constant
    | Unit
    | New
    | FieldAccess
    | FieldWrite
    | Equals
    | If
    | VariableDeclaration
    | MethodInvocation
    | VariableAssignment
    | Begin
    | Typecast
    | InstanceOf
    | Binary
    | Not
)

# Declarations ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Declaration:
    """``[T x]``: a field or a parameter."""

    type: Name
    name: Name


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """``(T m [T x] e)``, ``(T m ([T x] ...) e)``"""

    type: Name
    name: Name
    parameters: tuple[Declaration, ...]
    body: Expression
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Class:
    """``(class C ([T f] ...) (M ...))``, ``(class C extends C ([T f] ...) (M ...))``"""

    name: Name
    parent: Name | None
    fields: tuple[Declaration, ...]
    methods: tuple[Method, ...]
    position: Position


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """``(μ (C m))``: the classes, and the method to start with."""

    classes: tuple[Class, ...]
    main_class: Name
    main_method: Name
    position: Position
