"""Turn expressions into Python functions of a frame.

A value keeps its provenance where an operator moves an address inside its object or takes a part of an address: sums,
differences, masks, widening and narrowing.  A value computed from two addresses has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from symheap.memory.arithmetic import Operation, operation
from symheap.memory.bytes import MemoryObject
from symheap.memory.execution.store import Memory
from symheap.memory.expressions import (
    KEEP_PROVENANCE,
    AddressOf,
    Binary,
    Conversion,
    Convert,
    Expression,
    Number,
    Operator,
    Register,
)
from symheap.memory.floating import FLOATING, float_conversion, float_operation
from symheap.memory.ir import Function
from symheap.memory.outcome import Refusal
from symheap.memory.values import Pointer, Value, bits_of, origin_of, with_origin


@dataclass(eq=False, slots=True)
class InterpreterFrame:
    """A call of `function` that has not returned, in block `label`.

    `index` is that of its pending call, if it has one.  `locals` are its locals in memory, by name, whose scope has
    been entered; `allocated` are the objects of ``alloca``.
    """

    function: Function
    memory: Memory
    label: str
    registers: dict[str, Value]
    index: int = 0
    locals: dict[str, MemoryObject] = field(default_factory=dict)
    allocated: list[MemoryObject] = field(default_factory=list)


Evaluate = Callable[[InterpreterFrame], Value]

_WIDTHS: Final = frozenset({Conversion.SIGN_EXTEND, Conversion.ZERO_EXTEND, Conversion.TRUNCATE})


def evaluator(expression: Expression) -> Evaluate:
    """Return the function that evaluates an expression in a frame."""
    match expression:
        case Number(value=value, size=size):
            number = value & ((1 << (8 * size)) - 1)
            return lambda frame: number
        case Register(name=name):
            return lambda frame: frame.registers[name]
        case AddressOf(symbol=symbol, local=True):
            return lambda frame: _address(frame.locals, symbol)
        case AddressOf(symbol=symbol):
            return lambda frame: _address(frame.memory.globals, symbol)
        case Convert():
            return _converted(expression)
        case Binary():
            return _binary(expression)


def _address(objects: Mapping[str, MemoryObject], symbol: str) -> Pointer:
    thing = objects.get(symbol)
    if thing is None:
        raise Refusal(f"the address of {symbol}, whose scope was not entered")
    return Pointer(thing.base, thing)


def _binary(expression: Binary) -> Evaluate:
    operator, size = expression.operator, expression.left.size
    compute = float_operation(operator, size) if operator in FLOATING else operation(operator, size)
    if isinstance(expression.right, Number):
        return _with_number(operator, compute, evaluator(expression.left), expression.right)
    left, right = evaluator(expression.left), evaluator(expression.right)
    keeps = operator in KEEP_PROVENANCE

    def evaluate(frame: InterpreterFrame) -> Value:
        a, b = left(frame), right(frame)
        if isinstance(a, int) and isinstance(b, int):
            return compute(a, b)
        bits = compute(bits_of(a), bits_of(b))
        return with_origin(bits, _merged(operator, a, b)) if keeps else bits

    return evaluate


def _with_number(operator: Operator, compute: Operation, left: Evaluate, right: Number) -> Evaluate:
    """Return the function for a number on the right, which has no provenance: the left operand keeps its own."""
    number = right.value & ((1 << (8 * right.size)) - 1)
    if operator not in KEEP_PROVENANCE:
        return lambda frame: compute(bits_of(left(frame)), number)

    def evaluate(frame: InterpreterFrame) -> Value:
        a = left(frame)
        if isinstance(a, int):
            return compute(a, number)
        return Pointer(compute(a.bits, number), a.origin)

    return evaluate


def _merged(operator: Operator, a: Value, b: Value) -> MemoryObject | None:
    first, second = origin_of(a), origin_of(b)
    if second is None:
        return first
    return second if first is None and operator is not Operator.SUB else None


def _converted(expression: Convert) -> Evaluate:
    conversion, size, to = expression.conversion, expression.operand.size, expression.size
    operand = evaluator(expression.operand)
    if conversion not in _WIDTHS:
        change = float_conversion(conversion, size, to)
        return lambda frame: change(bits_of(operand(frame)))
    mask, sign = (1 << (8 * to)) - 1, 1 << (8 * size - 1)
    if conversion is not Conversion.SIGN_EXTEND:
        sign = 0

    def evaluate(frame: InterpreterFrame) -> Value:
        value = operand(frame)
        if isinstance(value, int):
            return ((value ^ sign) - sign) & mask
        return Pointer(((value.bits ^ sign) - sign) & mask, value.origin)

    return evaluate
