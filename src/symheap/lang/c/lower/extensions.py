"""Statement expressions of GNU C, and the generic selection of C11."""

from __future__ import annotations

from pycparser import c_ast

from symheap.lang.c.front.declarations import resolve
from symheap.lang.c.front.tokens import NOT_THE_SAME
from symheap.lang.c.front.types import VOID, Array, CType, Floating, FunctionType, Integer, Pointer, Record, Void
from symheap.lang.c.lower.access import copy
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.dispatch import lowers_value, statement, value
from symheap.lang.c.lower.values import Value
from symheap.lang.c.qualifiers import may_be_qualified
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
    """An association of a qualified type takes no value: only what a pointer leads to keeps its qualifiers."""
    scratch = context.scratch()
    wanted = value(scratch, node.expr).type
    if _asks_whether_same(node):
        return Value(Number(int(_same(context, node, wanted)), 4), context.types.int)
    default: c_ast.Node | None = None
    chosen: c_ast.Node | None = None
    for association in node.associations:
        if association.type is None:
            default = association.expr
        elif chosen is None and resolve(context, association.type) == wanted:
            if isinstance(wanted, Pointer) and may_be_qualified(context, node.expr):
                raise context.unsupported(f"a selection of {wanted} by qualifiers", node)
            if not may_be_qualified(context, association.type):
                chosen = association.expr
    found = default if chosen is None else chosen
    if found is None:
        raise context.wrong(f"no association for {wanted}", node)
    return value(context, found)


def _asks_whether_same(node: c_ast.GenericSelection) -> bool:
    """Whether it stands for ``__builtin_types_compatible_p``."""
    last = node.associations[-1].expr
    return isinstance(last, c_ast.Constant) and last.value == NOT_THE_SAME


def _same(context: Context, node: c_ast.GenericSelection, wanted: CType) -> bool:
    """Whether the types behind two pointers are the same but for qualifiers of the outermost level."""
    name = node.associations[0].type
    other = resolve(context, name)
    assert isinstance(wanted, Pointer)
    assert isinstance(other, Pointer)
    if not _compatible(context, wanted.target, other.target):
        return False
    is_simple = isinstance(wanted.target, (Integer, Floating, Record, Void))
    if not is_simple and (may_be_qualified(context, node.expr) or may_be_qualified(context, name)):
        raise context.unsupported(f"a comparison of {wanted.target} with a type that may differ in qualifiers", node)
    return True


def _compatible(context: Context, one: CType, two: CType) -> bool:
    match one, two:
        case Pointer(target=first), Pointer(target=second):
            return _compatible(context, first, second)
        case Array(element=first, length=length), Array(element=second, length=other):
            return (length is None or other is None or length == other) and _compatible(context, first, second)
        case FunctionType(prototyped=known), FunctionType(prototyped=also) if not (known and also) and one != two:
            raise context.unsupported("a comparison with the type of a function without a prototype")
        case _:
            return one == two
