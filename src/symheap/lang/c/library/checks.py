"""Check the obligations of a call: calls of functions in ``models.c``, generated from the declarations.

These checks are for models in Python, and come before their commands; `symheap.lang.c.library.checks_in_c` is for
models in C.  Every analysis sees the reads that the checks consist of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.lang.c.front.types import VOID, CType, Pointer, Void
from symheap.lang.c.library.parameters import Factor, Obligation, is_declared, obligations
from symheap.lang.c.library.table import NOTHING, Invocation
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import AddressOf, Binary, Expression, Number, Operator
from symheap.memory.ir import Call, Refuse

_EMPTY: Final = b"\0"


def require(context: Context, call: Invocation) -> None:
    """Emit the checks of a call's arguments.  A string constant needs none.

    A call with pointers to a model that declares nothing about its parameters is refused.
    """
    if not is_declared(call.name) and any(isinstance(each.type, Pointer) for each in call.arguments):
        reason = f"call of {call.name}, whose model does not say what it does with its arguments"
        context.emit(Refuse(reason, context.position))
    for index, each in enumerate(obligations(call.name)):
        if each.helper is not None:
            address = call.address(context, index)
            if each.kind != "string" or literal(context, address) is None:
                _check(context, call, each, each.helper, address)


def _check(context: Context, call: Invocation, obligation: Obligation, helper: str, address: Expression) -> None:
    factors = tuple(_expression(context, call, factor) for factor in obligation.factors)
    if obligation.or_null:
        not_null = Binary(Operator.NE, address, context.count(0))
        only_if(context, not_null, lambda: invoke(context, helper, (address, *factors)))
    else:
        invoke(context, helper, (address, *factors))


def _expression(context: Context, call: Invocation, factor: Factor) -> Expression:
    return call.size(context, factor.number) if factor.is_parameter else context.count(factor.number)


def shortened(context: Context, name: str, arguments: list[Expression]) -> list[Expression]:
    """Return the arguments for a model in C.

    A string constant that the model only checks is replaced by the empty string.
    """
    shortened_arguments = list(arguments)
    for index, each in enumerate(obligations(name)):
        is_only_checked = each.kind == "string" and each.helper is not None and index < len(shortened_arguments)
        if is_only_checked and literal(context, shortened_arguments[index]) is not None:
            symbol = context.unit.program.string(_EMPTY, context.position)
            shortened_arguments[index] = AddressOf(symbol, context.types.model.pointer)
    return shortened_arguments


def literal(context: Context, address: Expression) -> bytes | None:
    """Return the string at an address, without its zero, if it is part of a string constant."""
    offset = 0
    match address:
        case Binary(operator=Operator.ADD, left=base, right=Number(value=number)):
            address, offset = base, number
    if not isinstance(address, AddressOf) or address.local:
        return None
    data = context.unit.program.string_data(address.symbol)
    if data is None or not 0 <= offset < len(data) or 0 not in data[offset:]:
        return None
    return data[offset : data.index(0, offset)]


def invoke(context: Context, name: str, arguments: tuple[Expression, ...], result: CType = VOID) -> Value:
    """Emit a call of a function of ``models.c`` and return its result."""
    program = context.unit.program
    program.adopt(name)
    program.refer(name)
    if isinstance(result, Void):
        context.emit(Call(None, name, arguments, context.position))
        return NOTHING
    target = context.fresh(context.types.size(result))
    context.emit(Call(target, name, arguments, context.position))
    return Value(target, result)


def only_if(context: Context, condition: Expression, emit: Callable[[], object]) -> None:
    """Run the code that `emit` emits only if `condition` is not zero."""
    then, after = context.emitter.label("checked"), context.emitter.label("after")
    context.emitter.branch(condition, then, after, context.position)
    context.emitter.start(then)
    emit()
    context.emitter.start(after, context.position)


def unsigned(number: Number) -> int:
    return number.value & ((1 << (8 * number.size)) - 1)
