"""The start of a program whose ``main`` has parameters, or that has constructors or destructors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from symheap.core.source import Position
from symheap.lang.c.front.nodes import place
from symheap.lang.c.front.types import Integer, Record, Types, Void
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.emitter import Emitter
from symheap.lang.c.lower.functions import Definition
from symheap.memory.expressions import Binary, Conversion, Expression, Number, Operator, Register
from symheap.memory.ir import Allocate, Assume, Call, Function, Lifetime, Nondet, Refuse, Return

START: Final = "_start"
ARGUMENTS: Final = "the command line"
_MOST: Final = 1 << 16


def lower_start(
    types: Types, definition: Definition, before: Sequence[Definition] = (), after: Sequence[Definition] = ()
) -> Function:
    """Return a function that calls ``main`` with any number of arguments: an array of unknown addresses.

    `before` and `after` are the constructors and destructors, in the order in which they run.
    """
    emitter = Emitter()
    position = place(definition.node, Position("", 1, 1))
    for constructor in before:
        _run(types, emitter, constructor)
    arguments: list[Expression] = []
    count: Expression = Number(1, 4)
    for parameter in definition.type.parameters:
        size = types.size(parameter)
        target = emitter.fresh(size)
        if isinstance(parameter, Integer):
            emitter.emit(Nondet(target, position))
            emitter.emit(Assume(Binary(Operator.SLE, Number(1, size), target), position))
            emitter.emit(Assume(Binary(Operator.SLE, target, fold.number(_MOST, size)), position))
            count = target
        else:
            size_of_all = _bytes(types, count)
            emitter.emit(Allocate(target, size_of_all, position, lifetime=Lifetime.LOCAL, stands_for=ARGUMENTS))
        arguments.append(target)
    result = definition.type.result
    returned: Register | None = None if isinstance(result, Void) else emitter.fresh(types.size(result))
    emitter.emit(Call(returned, definition.symbol, tuple(arguments), position))
    for destructor in after:
        _run(types, emitter, destructor)
    emitter.end(Return(returned, position))
    size_of_result = None if returned is None else returned.size
    return Function(START, (), size_of_result, emitter.entry, emitter.finish(), position)


def _run(types: Types, emitter: Emitter, definition: Definition) -> None:
    position, result = place(definition.node, Position("", 1, 1)), definition.type.result
    if definition.type.parameters or isinstance(result, Record):
        emitter.emit(Refuse(f"{definition.symbol}, a constructor or destructor of type {definition.type}", position))
        return
    target = None if isinstance(result, Void) else emitter.fresh(types.size(result))
    emitter.emit(Call(target, definition.symbol, (), position))


def _bytes(types: Types, count: Expression) -> Expression:
    """Return the size of the array of arguments, with the null at its end."""
    pointer = types.model.pointer
    wide = fold.convert(Conversion.ZERO_EXTEND, count, pointer)
    return fold.binary(Operator.MUL, fold.binary(Operator.ADD, wide, Number(1, pointer)), Number(pointer, pointer))
