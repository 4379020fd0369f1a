"""Steps on values: constants, inputs, moves and operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn, cast

from symheap.core.model import Plain, object_number
from symheap.core.outcome import ErrorKind
from symheap.core.source import Position
from symheap.core.terms import NULL, REF, Op, Sort, Value
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.ir import Binary, Compute, Const, Input, Move, Operator, Program, Unary
from symheap.objects.steps.machine import NOTHING, Code, ConcreteMachine, Pointer, Raised, Registers, Step


def type_error(wanted: str, position: Position) -> NoReturn:
    raise Raised(ErrorKind.TYPE, f"not {wanted}", position)


def input_value(program: Program, heap: ConcreteHeap, index: int) -> Plain:
    declared = program.inputs[index]
    return typed(heap.roots[declared.name], declared.type.sort)


def typed(value: Plain, sort: Sort) -> Plain:
    """Return a value of a heap as a value of a register."""
    return Pointer(value) if sort is REF and type(value) is not Pointer else value


def constant(value: Value) -> Plain:
    if isinstance(value, int):
        return value
    assert value is NULL or (value.op is Op.LOC and value.location.initial), "a program has no other reference constant"
    return NOTHING if value is NULL else Pointer(object_number(value))


def const(code: Code, i: Const) -> Step:
    dst, value = i.dst, constant(i.value)

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        registers[dst] = value

    return step


def read_input(code: Code, i: Input) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        registers[i.dst] = input_value(machine.program, machine.heap, i.index)

    return step


def move(code: Code, i: Move) -> Step:
    dst, src = i.dst, i.src

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        registers[dst] = registers[src]

    return step


def compute(code: Code, i: Compute) -> Step:
    """Apply an operation, whose result is plain on plain values."""
    dst, apply, args = i.dst, cast("Callable[..., Plain]", i.operation.apply), i.args
    if len(args) == 1:
        [only] = args

        def one(machine: ConcreteMachine, registers: Registers) -> None:
            registers[dst] = apply(registers[only])

        return one
    if len(args) == 2:
        first, second = args

        def two(machine: ConcreteMachine, registers: Registers) -> None:
            registers[dst] = apply(registers[first], registers[second])

        return two

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        registers[dst] = apply(*[registers[arg] for arg in args])

    return step


def unary(code: Code, i: Unary) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        registers[i.dst] = not boolean(registers[i.a], i.position)

    return step


def binary(code: Code, i: Binary) -> Step:
    dst, a, b, position, operator = i.dst, i.a, i.b, i.position, _OPERATORS[i.op]

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        registers[dst] = operator(registers[a], registers[b], position)

    return step


def boolean(value: Plain, position: Position) -> bool:
    return value if isinstance(value, bool) else type_error("a truth value", position)


def _numbers(a: Plain, b: Plain, position: Position) -> None:
    if type(a) is not int or type(b) is not int:
        type_error("a number", position)


def _add(a: Plain, b: Plain, position: Position) -> Plain:
    _numbers(a, b, position)
    return a + b


def _sub(a: Plain, b: Plain, position: Position) -> Plain:
    _numbers(a, b, position)
    return a - b


def _less(a: Plain, b: Plain, position: Position) -> Plain:
    _numbers(a, b, position)
    return a < b


def _equal(a: Plain, b: Plain, position: Position) -> Plain:
    return a == b if type(a) is type(b) else type_error("values of one kind", position)


def _and(a: Plain, b: Plain, position: Position) -> Plain:
    left, right = boolean(a, position), boolean(b, position)
    return left and right


def _or(a: Plain, b: Plain, position: Position) -> Plain:
    left, right = boolean(a, position), boolean(b, position)
    return left or right


_OPERATORS: Final[dict[Operator, Callable[[Plain, Plain, Position], Plain]]] = {
    Operator.ADD: _add,
    Operator.SUB: _sub,
    Operator.LESS: _less,
    Operator.EQUAL: _equal,
    Operator.AND: _and,
    Operator.OR: _or,
}
