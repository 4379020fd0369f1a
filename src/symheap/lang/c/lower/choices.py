"""Conditional values: ``a ? b : c``, and GNU C's ``a ?: c``."""

from __future__ import annotations

from typing import Final

from pycparser import c_ast

from symheap.lang.c.front.types import VOID, CType, Floating, Integer, Pointer, Record, Void
from symheap.lang.c.lower.conditions import branch, known
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.conversions import common, condition, convert, promote
from symheap.lang.c.lower.dispatch import effect, lowers_effect, lowers_value, type_of, value
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import Number
from symheap.memory.ir import Assign, Jump

SAME: Final = "__symheap_same"
"""Name that the lexer inserts between ``?`` and ``:`` in GNU C's ``a ?: c``."""


@lowers_value(c_ast.TernaryOp)
def conditional(context: Context, node: c_ast.TernaryOp) -> Value:
    """Lower ``a ? b : c``: each arm sets a temporary in its block; for a record, the temporary holds an address."""
    position = context.at(node)
    if isinstance(node.iftrue, c_ast.ID) and node.iftrue.name == SAME:
        return _same_or(context, node)
    decided = known(context, node.cond)
    if decided is not None:
        chosen, other = (node.iftrue, node.iffalse) if decided else (node.iffalse, node.iftrue)
        result = value(context, chosen)
        return _as_common(context, result, result.type, type_of(context, other))
    emitter = context.emitter
    then, otherwise, join = emitter.label("then"), emitter.label("else"), emitter.label("join")
    branch(context, node.cond, then, otherwise)
    emitter.start(then)
    first = value(context, node.iftrue)
    first_open = emitter.pause()
    emitter.start(otherwise)
    second = value(context, node.iffalse)
    second_open = emitter.pause()
    ctype = _arm_type(context, first, second)
    target = None if isinstance(ctype, Void) else context.fresh(_value_size(context, ctype))
    for paused, arm in ((first_open, first), (second_open, second)):
        emitter.resume(paused)
        if target is not None:
            context.emit(Assign(target, convert(context, arm, ctype).expression, position))
        emitter.end(Jump(join, position))
    emitter.start(join)
    return Value(Number(0, 4) if target is None else target, ctype)


def _value_size(context: Context, ctype: CType) -> int:
    return context.types.model.pointer if isinstance(ctype, Record) else context.types.size(ctype)


def _as_common(context: Context, result: Value, chosen: CType, other: CType) -> Value:
    if isinstance(chosen, (Integer, Floating)) and isinstance(other, (Integer, Floating)):
        promoted = promote(context, result)
        other_type = promote(context, Value(Number(0, 1), other)).type
        return convert(context, promoted, common(context.types, promoted.type, other_type))
    if isinstance(other, Pointer) and isinstance(chosen, Integer):
        return convert(context, result, other)
    return result


def _arm_type(context: Context, first: Value, second: Value) -> CType:
    one, two = first.type, second.type
    if isinstance(one, (Integer, Floating)) and isinstance(two, (Integer, Floating)):
        return common(context.types, promote(context, first).type, promote(context, second).type)
    if isinstance(one, Void) or isinstance(two, Void):
        return VOID
    if isinstance(one, Pointer) and isinstance(two, Pointer):
        void_pointer, null = isinstance(one.target, Void), first.expression == context.count(0)
        return two if void_pointer and null else one
    if isinstance(one, Pointer) or isinstance(two, Pointer):
        return one if isinstance(one, Pointer) else two
    return one


def _same_or(context: Context, node: c_ast.TernaryOp) -> Value:
    """Lower ``a ?: b``."""
    position, emitter = context.position, context.emitter
    first = value(context, node.cond)
    kept = Value(context.keep(first.expression), first.type)
    then, otherwise, join = emitter.label("then"), emitter.label("else"), emitter.label("join")
    emitter.branch(condition(kept), then, otherwise, position)
    emitter.start(otherwise)
    second = value(context, node.iffalse)
    paused = emitter.pause()
    ctype = _arm_type(context, kept, second)
    target = context.fresh(_value_size(context, ctype))
    emitter.start(then)
    context.emit(Assign(target, convert(context, kept, ctype).expression, position))
    emitter.end(Jump(join, position))
    emitter.resume(paused)
    context.emit(Assign(target, convert(context, second, ctype).expression, position))
    emitter.start(join, position)
    return Value(target, ctype)


@lowers_effect(c_ast.TernaryOp)
def conditional_effect(context: Context, node: c_ast.TernaryOp) -> None:
    position, emitter = context.at(node), context.emitter
    if isinstance(node.iftrue, c_ast.ID) and node.iftrue.name == SAME:
        value(context, node)
        return
    then, otherwise, join = emitter.label("then"), emitter.label("else"), emitter.label("join")
    branch(context, node.cond, then, otherwise)
    emitter.start(then)
    effect(context, node.iftrue)
    emitter.end(Jump(join, position))
    emitter.start(otherwise)
    effect(context, node.iffalse)
    emitter.start(join, position)
