"""Bodies for functions without one whose address the program takes: their model, or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symheap.lang.c.front.scopes import Scope
from symheap.lang.c.front.types import FunctionType, Record, Void
from symheap.lang.c.library import LIBRARY, Invocation
from symheap.lang.c.library.checks import require
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.statements import leave_function
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import Register
from symheap.memory.ir import Function, Refuse

if TYPE_CHECKING:
    from symheap.lang.c.unit import Unit


def lower_undefined(unit: Unit, symbol: str, ctype: FunctionType) -> Function:
    base = unit.context()
    context = Context(unit, Scope(unit.scope), base.position, function=symbol, result=ctype.result)
    pointer = context.types.model.pointer
    registers: list[Register] = []
    if isinstance(ctype.result, Record):
        registers.append(context.fresh(pointer))
        context.result_address = registers[0]
    arguments: list[Value] = []
    for parameter in ctype.parameters:
        size = pointer if isinstance(parameter, Record) else context.types.size(parameter)
        registers.append(context.fresh(size))
        arguments.append(Value(registers[-1], parameter))
    result: Value | None = None
    if symbol in LIBRARY and ctype.prototyped:
        invocation = Invocation(symbol, tuple(arguments), ctype.result)
        require(context, invocation)
        result = LIBRARY[symbol].emit(context, invocation)
        unit.program.assume_all(LIBRARY[symbol].assumptions)
    elif unit.options.havoc_unknown:
        unit.program.assume(f"{symbol}, which has no body, returns anything and changes nothing")
    else:
        context.emit(Refuse(f"call of {symbol}, which has neither a body nor a model", context.position))
    if context.emitter.is_open:
        leave_function(context, None if result is None or isinstance(result.type, Void) else result)
    size_of_result = None if isinstance(ctype.result, (Void, Record)) else context.types.size(ctype.result)
    blocks = context.emitter.finish()
    return Function(symbol, tuple(registers), size_of_result, context.emitter.entry, blocks, context.position)
