"""Statements, except switch and declarations."""

from __future__ import annotations

from pycparser import c_ast

from symheap.lang.c.front.errors import IncompleteType, RefusedType, Unsupported
from symheap.lang.c.front.types import Pointer, Record, Void
from symheap.lang.c.lower.access import copy
from symheap.lang.c.lower.conditions import branch
from symheap.lang.c.lower.context import Context, Exit
from symheap.lang.c.lower.conversions import convert
from symheap.lang.c.lower.dispatch import constant_number, effect, lowers_statement, statement, value
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import AddressOf, Binary, Convert, Expression, Operator
from symheap.memory.ir import Halt, Jump, Refuse, Return


@lowers_statement(c_ast.Compound)
def compound(context: Context, node: c_ast.Compound) -> None:
    with context.inner(node):
        for item in node.block_items or ():
            guarded(context, item)


def guarded(context: Context, node: c_ast.Node) -> None:
    """Lower a statement; a construct in it that is refused becomes a command, and lowering continues after it."""
    try:
        statement(context, node)
    except Unsupported as refusal:
        context.emitter.emit(Refuse(refusal.reason, refusal.position))
    except RefusedType as refusal:
        context.emitter.emit(Refuse(str(refusal), context.position))
    except IncompleteType as error:
        raise context.wrong(str(error)) from None


def substatement(context: Context, node: c_ast.Node) -> None:
    """The statement that a selection or a loop governs: a block, also without braces, at whose end literals die."""
    if isinstance(node, c_ast.Compound):
        guarded(context, node)
        return
    with context.inner(node):
        guarded(context, node)


@lowers_statement(c_ast.EmptyStatement, c_ast.Pragma, c_ast.AttributeDeclaration)
def nothing(context: Context, node: c_ast.Node) -> None:
    pass


@lowers_statement(c_ast.AttributedStatement)
def attributed(context: Context, node: c_ast.AttributedStatement) -> None:
    guarded(context, node.stmt)


@lowers_statement(c_ast.StaticAssert)
def static_assert(context: Context, node: c_ast.StaticAssert) -> None:
    if constant_number(context, node.cond) == 0:
        raise context.wrong("a static assertion fails", node)


@lowers_statement(c_ast.If)
def if_statement(context: Context, node: c_ast.If) -> None:
    with context.inner(node):
        _selection(context, node)


def _selection(context: Context, node: c_ast.If) -> None:
    """A chain of ``else if`` is a loop here, so that long chains are not deep."""
    emitter = context.emitter
    join = emitter.label("join")
    current: c_ast.Node | None = node
    while isinstance(current, c_ast.If):
        position = context.at(current)
        then = emitter.label("then")
        following = join if current.iffalse is None else emitter.label("else")
        branch(context, current.cond, then, following)
        emitter.start(then)
        substatement(context, current.iftrue)
        emitter.end(Jump(join, position))
        current = current.iffalse
        if current is not None:
            emitter.start(following)
    if current is not None:
        substatement(context, current)
    emitter.start(join, context.position)


# Loops ----------------------------------------------------------------------------------------------------------------


def _body(context: Context, node: c_ast.Node, leave: str, following: str) -> None:
    context.breaks.append(Exit(leave, context.extent))
    context.continues.append(Exit(following, context.extent))
    substatement(context, node)
    context.breaks.pop()
    context.continues.pop()


@lowers_statement(c_ast.While)
def while_loop(context: Context, node: c_ast.While) -> None:
    emitter, position = context.emitter, context.at(node)
    head, body, done = emitter.label("while"), emitter.label("body"), emitter.label("done")
    with context.inner(node):
        emitter.start(head, position)
        branch(context, node.cond, body, done)
        emitter.start(body)
        _body(context, node.stmt, done, head)
        emitter.end(Jump(head, position))
        emitter.start(done)


@lowers_statement(c_ast.DoWhile)
def do_loop(context: Context, node: c_ast.DoWhile) -> None:
    emitter, position = context.emitter, context.at(node)
    body, test, done = emitter.label("do"), emitter.label("test"), emitter.label("done")
    with context.inner(node):
        emitter.start(body, position)
        _body(context, node.stmt, done, test)
        emitter.start(test, context.position)
        branch(context, node.cond, body, done)
        emitter.start(done)


@lowers_statement(c_ast.For)
def for_loop(context: Context, node: c_ast.For) -> None:
    emitter, position = context.emitter, context.at(node)
    head, body = emitter.label("for"), emitter.label("body")
    following, done = emitter.label("next"), emitter.label("done")
    with context.inner(node):
        if node.init is not None:
            statement(context, node.init)
        emitter.start(head, position)
        if node.cond is not None:
            branch(context, node.cond, body, done)
        emitter.start(body, position)
        _body(context, node.stmt, done, following)
        emitter.start(following, context.position)
        if node.next is not None:
            effect(context, node.next)
            context.end_expression()
        emitter.end(Jump(head, position))
        emitter.start(done)


@lowers_statement(c_ast.Break)
def break_statement(context: Context, node: c_ast.Break) -> None:
    _leave(context, node, context.breaks)


@lowers_statement(c_ast.Continue)
def continue_statement(context: Context, node: c_ast.Continue) -> None:
    _leave(context, node, context.continues)


def _leave(context: Context, node: c_ast.Break | c_ast.Continue, exits: list[Exit]) -> None:
    if not exits:
        raise context.wrong(f"{type(node).__name__.lower()} outside of a loop", node)
    context.emitter.leave(context.extent, exits[-1].extent, context.position)
    context.emitter.end(Jump(exits[-1].label, context.position))


# Jumps ----------------------------------------------------------------------------------------------------------------


@lowers_statement(c_ast.Label)
def label(context: Context, node: c_ast.Label) -> None:
    if node.name in context.jumps.labels:
        raise context.wrong(f"the label {node.name} is there twice", node)
    name = context.emitter.label(f"label.{node.name}")
    context.jumps.labels[node.name] = (name, context.extent)
    context.emitter.start(name, context.position)
    statement(context, node.stmt)


@lowers_statement(c_ast.Goto)
def goto(context: Context, node: c_ast.Goto) -> None:
    """Lower ``goto`` to a jump to an intermediate block, since the scopes of its label may not be known yet."""
    way = context.emitter.label("goto")
    context.jumps.gotos.append((node.name, way, context.extent, context.position))
    context.emitter.end(Jump(way, context.position))


def resolve_gotos(context: Context, refused: bool) -> None:
    """Fill the blocks between gotos and labels: leave the scopes around the goto, enter those around the label."""
    emitter = context.emitter
    for name, way, origin, position in context.jumps.gotos:
        target = context.jumps.labels.get(name)
        if context.has_cleanups:
            emitter.start(way, position)
            emitter.emit(Refuse("goto in a function that has variables with the attribute cleanup", position))
            emitter.end(Halt("", position))
            continue
        if target is None:
            context.position = position
            if refused:
                continue
            raise context.wrong(f"there is no label {name}")
        emitter.start(way, position)
        emitter.move(origin, target[1], position)
        emitter.end(Jump(target[0], position))


@lowers_statement(c_ast.Return)
def return_statement(context: Context, node: c_ast.Return) -> None:
    position = context.at(node)
    returned: Value | None = None
    if node.expr is not None:
        if isinstance(context.result, Void):
            effect(context, node.expr)
        else:
            returned = value(context, node.expr)
    context.position = position
    leave_function(context, returned)


def _kept(context: Context, value: Expression) -> Expression:
    """Return a value that can be read after the locals have died: one with the address of a local is stored first."""
    stack: list[Expression] = [value]
    while stack:
        at = stack.pop()
        if isinstance(at, AddressOf) and at.local:
            return context.store(value)
        if isinstance(at, Binary):
            stack += (at.left, at.right)
        elif isinstance(at, Convert):
            stack.append(at.operand)
    return value


def leave_function(context: Context, returned: Value | None) -> None:
    """End the function: its locals die after the returned value is known."""
    result: Expression | None = None
    if context.returns.never:
        context.emit(Refuse(f"{context.function}, which has the attribute noreturn, returns", context.position))
    if isinstance(context.result, Record):
        assert context.result_address is not None
        if returned is not None:
            convert(context, returned, context.result)
            copy(context, context.result_address, returned.expression, context.result)
    elif not isinstance(context.result, Void):
        if returned is None:
            result = context.anything(context.types.size(context.result))
        else:
            result = _kept(context, convert(context, returned, context.result).expression)
            if context.returns.nonnull and isinstance(context.result, Pointer):
                null = Binary(Operator.EQ, result, context.count(0))
                context.refuse_if(null, f"{context.function}, which has the attribute returns_nonnull, returns null")
    context.emitter.leave(context.extent, None, context.position)
    context.emitter.end(Return(result, context.position))
