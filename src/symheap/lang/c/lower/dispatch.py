"""The tables of functions that lower each kind of node.

There are four ways to lower an expression: for its value, for the place that it denotes, for its effect only, and as a
condition.  One function lowers one kind of node in one way; the tables here map nodes to functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pycparser import c_ast

from symheap.lang.c.front.errors import NotConstant
from symheap.lang.c.front.scopes import Constant
from symheap.lang.c.front.types import CType, Integer
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Place, Value
from symheap.memory.expressions import Expression, Number

_F = TypeVar("_F", bound=Callable[..., object])
_VALUES: dict[type[c_ast.Node], Callable[[Context, Any], Value]] = {}
_PLACES: dict[type[c_ast.Node], Callable[[Context, Any], Place]] = {}
_EFFECTS: dict[type[c_ast.Node], Callable[[Context, Any], None]] = {}
_STATEMENTS: dict[type[c_ast.Node], Callable[[Context, Any], None]] = {}


def lowers_value(*kinds: type[c_ast.Node]) -> Callable[[_F], _F]:
    return _register(_VALUES, kinds)


def lowers_place(*kinds: type[c_ast.Node]) -> Callable[[_F], _F]:
    return _register(_PLACES, kinds)


def lowers_effect(*kinds: type[c_ast.Node]) -> Callable[[_F], _F]:
    return _register(_EFFECTS, kinds)


def lowers_statement(*kinds: type[c_ast.Node]) -> Callable[[_F], _F]:
    return _register(_STATEMENTS, kinds)


def _register(table: dict[type[c_ast.Node], Any], kinds: tuple[type[c_ast.Node], ...]) -> Callable[[_F], _F]:
    def register(function: _F) -> _F:
        for kind in kinds:
            table[kind] = function
        return function

    return register


def value(context: Context, node: c_ast.Node) -> Value:
    """Return the value of `node`: a scalar, the address of a record, or nothing (of type void).  Arrays decay."""
    lower = _VALUES.get(type(node))
    if lower is None:
        raise context.unsupported(f"{type(node).__name__} as an expression", node)
    context.at(node)
    result = lower(context, node)
    return Value(context.shallow(result.expression), result.type)


def place(context: Context, node: c_ast.Node) -> Place:
    lower = _PLACES.get(type(node))
    if lower is None:
        raise context.unsupported("an assignment or an address of what is not an object", node)
    context.at(node)
    return lower(context, node)


def has_place(context: Context, node: c_ast.Node) -> bool:
    """Whether `node` denotes an object or a function, rather than a value."""
    match node:
        case c_ast.UnaryOp(op=operator):
            return bool(operator == "*")
        case c_ast.Constant(type=kind):
            return bool(kind == "string")
        case c_ast.ID(name=name):
            return not isinstance(context.scope.find(name), Constant)
        case _:
            return type(node) in _PLACES and not isinstance(node, c_ast.Cast)


def effect(context: Context, node: c_ast.Node) -> None:
    """Emit the effect of `node` without its value."""
    lower = _EFFECTS.get(type(node))
    context.at(node)
    if lower is not None:
        lower(context, node)
    else:
        value(context, node)


def statement(context: Context, node: c_ast.Node) -> None:
    lower = _STATEMENTS.get(type(node))
    if lower is None:
        effect(context, node)
        context.end_expression()
    else:
        context.at(node)
        lower(context, node)


def type_of(context: Context, node: c_ast.Node) -> CType:
    """Return the type of an expression that is not evaluated; arrays and functions do not decay."""
    scratch = context.scratch()
    if has_place(context, node):
        return place(scratch, node).type
    return value(scratch, node).type


def constant(context: Context, node: c_ast.Node) -> Value:
    """Return a value that is known before the program runs: a number, or an address plus a number."""
    scratch = context.scratch()
    result = value(scratch, node)
    if not scratch.emitter.untouched():
        raise NotConstant
    return result


def constant_number(context: Context, node: c_ast.Node) -> int:
    """Return the value of an integer constant expression."""
    try:
        result = constant(context, node)
    except NotConstant:
        result = None
    expression: Expression | None = None if result is None else result.expression
    if result is None or not isinstance(expression, Number) or not isinstance(result.type, Integer):
        raise context.wrong("the expression is not an integer constant", node)
    if result.type.signed:
        return expression.value
    return expression.value & ((1 << (8 * expression.size)) - 1)
