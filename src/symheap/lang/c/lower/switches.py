"""``switch``: a chain of comparisons with the cases, in the order of the source."""

from __future__ import annotations

from pycparser import c_ast

from symheap.lang.c.front.types import Integer
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Cases, Context, Exit
from symheap.lang.c.lower.conversions import promote
from symheap.lang.c.lower.dispatch import constant_number, lowers_statement, value
from symheap.lang.c.lower.emitter import Extent
from symheap.lang.c.lower.statements import guarded
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import Expression, Operator
from symheap.memory.ir import Jump


@lowers_statement(c_ast.Switch)
def switch(context: Context, node: c_ast.Switch) -> None:
    """Lower ``switch``.  Its cases are known only after the body; the comparisons are inserted before it."""
    position, emitter = context.at(node), context.emitter
    tested = promote(context, value(context, node.cond))
    context.end_expression()
    if not isinstance(tested.type, Integer):
        raise context.wrong("a switch on what is not an integer", node)
    dispatch, done = emitter.label("switch"), emitter.label("done")
    emitter.start(dispatch, position)
    emitter.pause()
    index = len(emitter.drafts) - 1
    cases = Cases()
    context.switches.append(cases)
    context.breaks.append(Exit(done, context.extent))
    guarded(context, node.stmt)
    context.breaks.pop()
    context.switches.pop()
    if emitter.is_open:
        emitter.end(Jump(done, context.position))
    context.position = position
    del emitter.drafts[index]
    emitter.insert(index, lambda: _compare(context, tested, cases, dispatch, done))
    emitter.start(done)


def _compare(context: Context, tested: Value, cases: Cases, dispatch: str, done: str) -> None:
    emitter, position = context.emitter, context.position
    emitter.start(dispatch)
    ways: list[tuple[str, str, Extent]] = []
    for first, last, target, extent in cases.cases:
        way, following = emitter.label("way"), emitter.label("test")
        ways.append((way, target, extent))
        emitter.branch(_matches(context, tested, first, last), way, following, position)
        emitter.start(following)
    if cases.default is None:
        emitter.end(Jump(done, position))
    else:
        emitter.move(context.extent, cases.default[1], position)
        emitter.end(Jump(cases.default[0], position))
    for way, target, extent in ways:
        emitter.start(way)
        emitter.move(context.extent, extent, position)
        emitter.end(Jump(target, position))


def _matches(context: Context, tested: Value, first: int, last: int) -> Expression:
    """Return ``tested == first``; for a range, that ``tested - first`` is at most its length, unsigned."""
    size = tested.expression.size
    if first == last:
        return fold.binary(Operator.EQ, tested.expression, fold.number(first, size))
    above = fold.binary(Operator.SUB, tested.expression, fold.number(first, size))
    return fold.binary(Operator.ULE, above, fold.number(last - first, size))


@lowers_statement(c_ast.Case)
def case(context: Context, node: c_ast.Case) -> None:
    cases = _innermost(context, node)
    expression = node.expr
    if isinstance(expression, c_ast.BinaryOp) and expression.op == "...":
        first, last = constant_number(context, expression.left), constant_number(context, expression.right)
    else:
        first = last = constant_number(context, expression)
    if any(first <= end and start <= last for start, end, _, _ in cases.cases):
        raise context.wrong("a case that the switch has already", node)
    target = context.emitter.label("case")
    cases.cases.append((first, last, target, context.extent))
    _go_on(context, node, target)


@lowers_statement(c_ast.Default)
def default(context: Context, node: c_ast.Default) -> None:
    cases = _innermost(context, node)
    target = context.emitter.label("default")
    cases.default = (target, context.extent)
    _go_on(context, node, target)


def _innermost(context: Context, node: c_ast.Case | c_ast.Default) -> Cases:
    if not context.switches:
        raise context.wrong("a case outside of a switch", node)
    return context.switches[-1]


def _go_on(context: Context, node: c_ast.Case | c_ast.Default, target: str) -> None:
    context.emitter.start(target, context.position)
    for part in node.stmts or ():
        guarded(context, part)
