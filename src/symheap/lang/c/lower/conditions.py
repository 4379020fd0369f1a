"""Conditions, on which ``if``, loops, ``&&``, ``||``, ``!``, assertions and assumptions branch.

Each branch tests one comparison.  A value 0 or 1 is computed only where the program uses it as a value.
"""

from __future__ import annotations

from typing import Final

from pycparser import c_ast

from symheap.lang.c.front.errors import NotConstant
from symheap.lang.c.front.nodes import binary, children, negation
from symheap.lang.c.front.scopes import Constant
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.conversions import condition
from symheap.lang.c.lower.dispatch import constant, effect, lowers_effect, value
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import Binary, Expression, Number, Operator
from symheap.memory.ir import Assert, Assign, Assume, Jump

_UNREACHABLE: Final = "_SLAyer_unreachable"


def branch(context: Context, node: c_ast.Node, then: str, other: str) -> None:
    """Jump to `then` if `node` is not zero, else to `other`."""
    position = context.at(node)
    match node:
        case c_ast.UnaryOp(op="!", expr=operand):
            branch(context, operand, other, then)
        case c_ast.BinaryOp(op="&&" | "||" as operator, left=left, right=right):
            middle = context.emitter.label("and" if operator == "&&" else "or")
            branch(context, left, *((middle, other) if operator == "&&" else (then, middle)))
            context.emitter.start(middle)
            branch(context, right, then, other)
        case c_ast.ExprList(exprs=parts):
            for part in parts[:-1]:
                effect(context, part)
            branch(context, parts[-1], then, other)
        case c_ast.FuncCall(name=c_ast.ID(name="__builtin_expect"), args=arguments):
            branch(context, arguments.exprs[0], then, other)
        case _:
            test = condition(value(context, node))
            context.end_expression()
            _branch_on(context, test, then, other)
            context.position = position


def _branch_on(context: Context, test: Expression, then: str, other: str) -> None:
    """Branch on `test`; if it is ``x == 0`` for a comparison x, branch on x instead.

    For floats, "not less" has no comparison of its own, so its negation is always such a test.
    """
    match test:
        case Binary(operator=Operator.EQ, left=inner, right=Number(value=0)) if fold.is_comparison(inner):
            test, then, other = inner, other, then
    context.emitter.branch(test, then, other, context.position)


def truth_value(context: Context, node: c_ast.Node) -> Value:
    """Return a condition as a value, 0 or 1."""
    decided = known(context, node)
    if decided is not None:
        return Value(Number(int(decided), 4), context.types.int)
    position, emitter = context.position, context.emitter
    target = context.fresh(4)
    then, other, join = emitter.label("true"), emitter.label("false"), emitter.label("join")
    branch(context, node, then, other)
    for label, result in ((then, 1), (other, 0)):
        emitter.start(label)
        context.emit(Assign(target, Number(result, 4), position))
        emitter.end(Jump(join, position))
    emitter.start(join)
    return Value(target, context.types.int)


def known(context: Context, node: c_ast.Node) -> bool | None:
    """Return whether a condition holds if it is constant, else None."""
    match node:
        case c_ast.BinaryOp(op="&&" | "||" as operator, left=left, right=right):
            first = known(context, left)
            if first is None or first != (operator == "&&"):
                return first
            return known(context, right)
        case c_ast.UnaryOp(op="!", expr=operand):
            inner = known(context, operand)
            return None if inner is None else not inner
        case _ if not _looks_constant(context, node):
            return None
    try:
        test = condition(constant(context, node))
    except NotConstant:
        return None
    return bool(test.value) if isinstance(test, Number) else None


def _looks_constant(context: Context, node: c_ast.Node) -> bool:
    """Whether only constants occur in `node`: a quick test that saves most expressions a second lowering."""
    work: list[c_ast.Node] = [node]
    while work:
        part = work.pop()
        match part:
            case c_ast.UnaryOp(op=operator) if operator == "sizeof" or "lign" in operator:
                continue
            case c_ast.ID(name=name):
                if not isinstance(context.scope.find(name), Constant):
                    return False
            case c_ast.FuncCall(name=c_ast.ID(name="offsetof" | "__builtin_offsetof")):
                continue
            case c_ast.FuncCall(name=c_ast.ID(name="__builtin_constant_p"), args=c_ast.ExprList(exprs=arguments)):
                work.extend(arguments)
            case c_ast.Typename() | c_ast.GenericSelection():
                continue
            case c_ast.Constant() | c_ast.UnaryOp() | c_ast.BinaryOp() | c_ast.Cast() | c_ast.TernaryOp():
                work.extend(children(part))
            case _:
                return False
    return True


@lowers_effect(c_ast.BinaryOp)
def binary_effect(context: Context, node: c_ast.BinaryOp) -> None:
    """Lower ``a && b`` as a statement.  SLAyer's headers write an assumption as ``a || (unreachable(), 0)``."""
    if node.op not in {"&&", "||"}:
        value(context, node)
        return
    if node.op == "||" and _is_unreachable(node.right):
        assume(context, node.left)
        return
    position, emitter = context.at(node), context.emitter
    right, join = emitter.label("right"), emitter.label("join")
    branch(context, node.left, *((right, join) if node.op == "&&" else (join, right)))
    emitter.start(right)
    effect(context, node.right)
    emitter.start(join, position)


def _is_unreachable(node: c_ast.Node) -> bool:
    match node:
        case c_ast.ExprList(exprs=[c_ast.FuncCall(name=c_ast.ID(name=name)), *_]):
            return bool(name == _UNREACHABLE)
        case _:
            return False


def assume(context: Context, node: c_ast.Node) -> None:
    _require(context, node, None)


def require(context: Context, node: c_ast.Node, text: str) -> None:
    """Emit an assertion.  ``a && b`` becomes two; ``a || b`` becomes an assertion of b where a does not hold."""
    _require(context, node, text)


def _require(context: Context, node: c_ast.Node, text: str | None) -> None:
    position, emitter = context.at(node), context.emitter
    match node:
        case c_ast.BinaryOp(op="&&", left=left, right=right):
            _require(context, left, text)
            _require(context, right, text)
        case c_ast.BinaryOp(op="||", left=left, right=right):
            other, join = emitter.label("or"), emitter.label("join")
            branch(context, left, join, other)
            emitter.start(other)
            _require(context, right, text)
            emitter.start(join, position)
        case c_ast.UnaryOp(op="!", expr=c_ast.UnaryOp(op="!", expr=inner)):
            _require(context, inner, text)
        case c_ast.UnaryOp(op="!", expr=c_ast.BinaryOp(op="&&" | "||" as operator, left=left, right=right)):
            dual = "||" if operator == "&&" else "&&"
            _require(context, binary(dual, negation(left), negation(right)), text)
        case _:
            test = condition(value(context, node))
            if text is not None:
                context.emit(Assert(test, text, position))
            else:
                context.emit(Assume(test, position))
