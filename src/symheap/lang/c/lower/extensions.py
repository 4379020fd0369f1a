"""Statement expressions of GNU C, and the generic selection of C11."""

from __future__ import annotations

from pycparser import c_ast

from symheap.lang.c.front.declarations import resolve
from symheap.lang.c.front.types import VOID, Record
from symheap.lang.c.lower.access import copy
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.dispatch import lowers_value, statement, value
from symheap.lang.c.lower.values import Value
from symheap.memory.check_expressions import addresses
from symheap.memory.expressions import Number


@lowers_value(c_ast.Compound)
def statement_expression(context: Context, node: c_ast.Compound) -> Value:
    """Return the value of ``({ … e; })``, that of `e`, read before the locals of the block die."""
    items = list(node.block_items or ())
    last = items[-1] if items else None
    is_value = last is not None and not isinstance(last, _STATEMENTS)
    with context.inner(node):
        for item in items[:-1] if is_value else items:
            statement(context, item)
        if not is_value or last is None:
            return Value(Number(0, 4), VOID)
        result = value(context, last)
        if isinstance(result.type, Record):
            outer = context.extent
            assert outer.parent is not None
            context.extent = outer.parent
            where = context.scratch_local(result.type)
            context.extent = outer
            copy(context, where, result.expression, result.type)
            return Value(where, result.type)
        if any(address.local for address in addresses(result.expression)):
            return Value(context.store(result.expression), result.type)
        return result


_STATEMENTS = (
    c_ast.Decl,
    c_ast.DeclList,
    c_ast.Typedef,
    c_ast.If,
    c_ast.While,
    c_ast.DoWhile,
    c_ast.For,
    c_ast.Switch,
    c_ast.Return,
    c_ast.Break,
    c_ast.Continue,
    c_ast.Goto,
    c_ast.Label,
    c_ast.EmptyStatement,
    c_ast.Pragma,
    c_ast.StaticAssert,
)


@lowers_value(c_ast.GenericSelection)
def generic_selection(context: Context, node: c_ast.GenericSelection) -> Value:
    scratch = context.scratch()
    ctype = value(scratch, node.expr).type
    default: c_ast.Node | None = None
    for association in node.associations:
        if association.type is None:
            default = association.expr
        elif resolve(context, association.type) == ctype:
            return value(context, association.expr)
    if default is None:
        raise context.wrong(f"no association for {ctype}", node)
    return value(context, default)
