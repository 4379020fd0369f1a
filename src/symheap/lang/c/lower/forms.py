"""Calls that are not calls: assertions, assumptions, and the builtins of GNU C, which get expressions, not values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pycparser import c_ast, c_generator

from symheap.lang.c.front.declarations import resolve
from symheap.lang.c.front.errors import NotConstant
from symheap.lang.c.front.literals import string_bytes
from symheap.lang.c.front.types import VOID, Pointer, Record
from symheap.lang.c.lower.access import offset, read
from symheap.lang.c.lower.conditions import assume, require
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.dispatch import constant, value
from symheap.lang.c.lower.fold import plus
from symheap.lang.c.lower.values import InMemory, Value
from symheap.memory.expressions import Binary, Number, Operator
from symheap.memory.ir import Assume

Form = Callable[[Context, c_ast.FuncCall, list[c_ast.Node]], Value]
NOTHING: Final = Value(Number(0, 4), VOID)


def _assert(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> Value:
    """An assertion; a second argument is how the program wrote it."""
    _expect(context, node, arguments, 1)
    if len(arguments) > 1 and isinstance(arguments[1], c_ast.Constant):
        text = string_bytes(context, arguments[1])[0][:-1].decode("utf-8", "replace")
    else:
        text = c_generator.CGenerator(reduce_parentheses=True).visit(arguments[0])
    require(context, arguments[0], text)
    return NOTHING


def _assume(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> Value:
    """An assumption."""
    _expect(context, node, arguments, 1)
    assume(context, arguments[0])
    return NOTHING


def _first(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> Value:
    """``__builtin_expect(e, …)`` is e."""
    _expect(context, node, arguments, 1)
    return value(context, arguments[0])


def _offset_of(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> Value:
    """``offsetof(T, a.b[2])``: the address that the member has in an object at address zero."""
    record = resolve(context, arguments[0])
    where = _designated(context, InMemory(context.count(0), record), arguments[1])
    return Value(where.address, context.types.size_t)


def _designated(context: Context, base: InMemory, designator: c_ast.Node) -> InMemory:
    """Return the part of `base` that a designator of ``offsetof`` names."""
    match designator:
        case c_ast.ID(name=name):
            record = base.type
        case c_ast.StructRef(name=inner, field=c_ast.ID(name=name)):
            base = _designated(context, base, inner)
            record = base.type
        case c_ast.ArrayRef(name=inner, subscript=subscript):
            pointer = read(context, _designated(context, base, inner))
            if not isinstance(pointer.type, Pointer):
                raise context.wrong("an element of what is no array, in offsetof", designator)
            return InMemory(offset(context, pointer, value(context, subscript)).expression, pointer.type.target)
        case _:
            raise context.wrong("a member was expected in offsetof", designator)
    found = context.types.member(record, name) if isinstance(record, Record) else None
    if found is None or found.bits is not None:
        raise context.wrong(f"{record} has no member {name} with an offset", designator)
    return InMemory(plus(base.address, found.offset), found.type)


def _constant_p(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> Value:
    """``__builtin_constant_p``: whether the expression is a constant; for what only an optimiser can tell, either."""
    _expect(context, node, arguments, 1)
    try:
        known = isinstance(constant(context, arguments[0]).expression, Number)
    except NotConstant:
        known = False
    if known or context.is_scratch:
        return Value(Number(int(known), 4), context.types.int)
    either = context.anything(4, "__builtin_constant_p")
    context.emit(Assume(Binary(Operator.ULE, either, Number(1, 4)), context.position))
    return Value(either, context.types.int)


def _choose(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> Value:
    """``__builtin_choose_expr``: the expression that a constant chooses."""
    _expect(context, node, arguments, 3)
    test = constant(context, arguments[0]).expression
    return value(context, arguments[1 if isinstance(test, Number) and test.value else 2])


def _object_size(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> Value:
    """Any size: what a compiler finds out depends on how much it optimises."""
    _expect(context, node, arguments, 2)
    if context.is_scratch:
        raise context.unsupported(f"{node.name.name} as a constant", node)
    return Value(context.anything(context.types.size_t.size, node.name.name), context.types.size_t)


def _va(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> Value:
    """Only ``va_arg`` reads the arguments of a variadic function."""
    return NOTHING


def _va_arg(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> Value:
    """Refused: which arguments there are is not known."""
    raise context.unsupported("va_arg", node)


def _asm(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node]) -> Value:
    """Assembler is refused."""
    raise context.unsupported("assembler", node)


def _expect(context: Context, node: c_ast.FuncCall, arguments: list[c_ast.Node], least: int) -> None:
    if len(arguments) < least:
        raise context.wrong(f"{node.name.name} has too few arguments", node)


FORMS: Final[dict[str, Form]] = {
    **dict.fromkeys(("assert", "symheap_assert", "__symheap_assert", "__VERIFIER_assert", "_SLAyer_assert"), _assert),
    **dict.fromkeys(
        ("assume", "symheap_assume", "__VERIFIER_assume", "_SLAyer_assume", "__builtin_assume", "__CPROVER_assume"),
        _assume,
    ),
    **dict.fromkeys(("__builtin_expect", "__builtin_expect_with_probability"), _first),
    **dict.fromkeys(("offsetof", "__builtin_offsetof"), _offset_of),
    "__builtin_constant_p": _constant_p,
    "__builtin_choose_expr": _choose,
    **dict.fromkeys(("__builtin_object_size", "__builtin_dynamic_object_size"), _object_size),
    **dict.fromkeys(("__builtin_va_start", "__builtin_va_end", "__builtin_va_copy"), _va),
    "__builtin_va_arg": _va_arg,
    "__symheap_asm": _asm,
}
