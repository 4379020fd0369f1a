"""Refuse expressions that change an object and use it elsewhere in an undefined order.

C leaves the meaning of ``a[i] = i++`` undefined.  Objects are compared as the program writes them: `i`, `p->n`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pycparser import c_ast, c_generator

from symheap.lang.c.front.nodes import children
from symheap.lang.c.front.scopes import GlobalVariable, Variable
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.effects import address_parts, has_effects

_STEPS: Final = frozenset({"++", "--", "p++", "p--"})
_UNEVALUATED: Final = (c_ast.Typename, c_ast.TypeOf, c_ast.GenericSelection, c_ast.Compound)


def check_operands(context: Context, nodes: Sequence[c_ast.Node]) -> None:
    """Check that no operand or argument, in undefined order, changes an object that another one uses."""
    for index, node in enumerate(nodes):
        if has_effects(node):
            others = [each for at, each in enumerate(nodes) if at != index]
            _check(context, changed(node), [name for other in others for name in used(context, other)], node)


def check_assignment(context: Context, node: c_ast.Assignment) -> None:
    """Check that no side changes the address of the other one, and that the right side does not change the object."""
    if isinstance(node.lvalue, c_ast.Cast):
        return
    parts = address_parts(node.lvalue)
    for part in parts:
        check_operands(context, [part, node.rvalue])
    if has_effects(node.rvalue):
        changes = changed(node.rvalue) if node.op != "=" else changed_last(node.rvalue)
        _check(context, changes, [_text(node.lvalue)], node)


def _check(context: Context, changes: Iterator[str], uses: Sequence[str], node: c_ast.Node) -> None:
    clash = next((name for name in changes if name in uses), None)
    if clash is not None:
        raise context.unsupported(f"{clash} is changed and used in one expression, in no defined order", node)


def changed(node: c_ast.Node) -> Iterator[str]:
    """Yield the objects that `node` itself assigns, at any depth."""
    work: list[c_ast.Node] = [node]
    while work:
        part = work.pop()
        if isinstance(part, _UNEVALUATED) or (isinstance(part, c_ast.UnaryOp) and part.op == "sizeof"):
            continue
        if isinstance(part, c_ast.Assignment):
            yield _text(part.lvalue)
        elif isinstance(part, c_ast.UnaryOp) and part.op in _STEPS:
            yield _text(part.expr)
        work.extend(children(part))


def changed_last(node: c_ast.Node) -> Iterator[str]:
    """Yield the objects that `node` assigns with no sequence point between the assignment and its value."""
    match node:
        case c_ast.ExprList(exprs=[*_, last]):
            yield from changed_last(last)
        case c_ast.BinaryOp(op="&&" | "||") | c_ast.FuncCall() | c_ast.Compound():
            return
        case c_ast.TernaryOp(iftrue=one, iffalse=other):
            yield from changed_last(one)
            yield from changed_last(other)
        case c_ast.Assignment(lvalue=target, rvalue=source):
            yield _text(target)
            yield from changed_last(source)
        case c_ast.UnaryOp(op=operator, expr=operand) if operator in _STEPS:
            yield _text(operand)
        case c_ast.UnaryOp(op="sizeof") | c_ast.Typename():
            return
        case _:
            for part in children(node):
                yield from changed_last(part)


def used(context: Context, node: c_ast.Node) -> Iterator[str]:
    """Yield the objects that `node` reads or assigns; taking the address of an object does not use it."""
    work: list[c_ast.Node] = [node]
    while work:
        part = work.pop()
        if isinstance(part, _UNEVALUATED) or (isinstance(part, c_ast.UnaryOp) and part.op == "sizeof"):
            continue
        if isinstance(part, c_ast.UnaryOp) and part.op == "&":
            work.extend(address_parts(part.expr))
            continue
        if isinstance(part, c_ast.ID):
            if isinstance(context.scope.find(part.name), (Variable, GlobalVariable)):
                yield str(part.name)
        elif isinstance(part, c_ast.StructRef):
            yield _text(part)
            work.append(part.name)
            continue
        elif isinstance(part, c_ast.ArrayRef) or (isinstance(part, c_ast.UnaryOp) and part.op == "*"):
            yield _text(part)
        work.extend(children(part))


def _text(node: c_ast.Node) -> str:
    return str(c_generator.CGenerator(reduce_parentheses=True).visit(node))
