"""Law: where the analysis knows the value of an expression, it is the value that the interpreter computes."""

from __future__ import annotations

import random
from typing import Final

import immutables

from symheap.core.source import Position
from symheap.core.terms import Term, wrap
from symheap.memory.execution.closures import InterpreterFrame, evaluator
from symheap.memory.execution.oracle import ZeroOracle
from symheap.memory.execution.store import Memory
from symheap.memory.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    Conversion,
    Convert,
    Expression,
    Number,
    Operator,
    Register,
)
from symheap.memory.floating import FLOATING
from symheap.memory.ir import Function, Lifetime
from symheap.memory.outcome import NoExecution
from symheap.memory.values import Value, bits_of
from symheap.separation.execution.evaluate import Evaluation
from symheap.separation.heaps.formula import SymbolicHeap

SIZES: Final = (1, 2, 4, 8)
SHIFTS: Final = (Operator.SHL, Operator.LSHR, Operator.ASHR)
INTEGER: Final = tuple(operator for operator in Operator if operator not in COMPARISONS | FLOATING)
ORDER: Final = tuple(operator for operator in Operator if operator in COMPARISONS - FLOATING)
FUNCTION: Final = Function("f", (), None, "entry", {}, Position("a.c", 1, 1))


def registers(source: random.Random) -> dict[Register, int]:
    """Return three registers of each size, with small numbers, extremes and others."""
    found = {}
    for size in SIZES:
        width = 8 * size
        for number in range(3):
            choices = (0, 1, 2, 7, width - 1, (1 << width) - 1, 1 << (width - 1), source.getrandbits(width))
            found[Register(f"r{size}{number}", size)] = source.choice(choices) & ((1 << width) - 1)
    return found


def expression(source: random.Random, known: list[Register], size: int, depth: int) -> Expression:
    how = source.randrange(8) if depth else source.randrange(2)
    if how == 0:
        return Number(wrap(source.choice((0, 1, -1, 3, 8, 31, source.getrandbits(8 * size))), 8 * size), size)
    if how == 1:
        if size == 8 and source.random() < 0.2:
            return AddressOf("g", 8)
        return source.choice([register for register in known if register.size == size])
    if how == 2:
        return conversion(source, known, size, depth)
    if how == 3 and size == 4:
        width = source.choice(SIZES)
        operands = [expression(source, known, width, depth - 1) for _ in range(2)]
        return Binary(source.choice(ORDER), operands[0], operands[1])
    operator = source.choice(INTEGER)
    distance = source.choice(SIZES) if operator in SHIFTS else size
    left, right = (expression(source, known, each, depth - 1) for each in (size, distance))
    return Binary(operator, left, right)


def conversion(source: random.Random, known: list[Register], size: int, depth: int) -> Expression:
    other = source.choice([each for each in SIZES if each != size])
    operand = expression(source, known, other, depth - 1)
    if other > size:
        return Convert(Conversion.TRUNCATE, operand, size)
    return Convert(source.choice((Conversion.SIGN_EXTEND, Conversion.ZERO_EXTEND)), operand, size)


def test_the_value_of_an_expression_is_that_of_the_analysis() -> None:
    source = random.Random(6)
    memory = Memory(ZeroOracle(), 8, 1 << 20)
    base = memory.create(8, Lifetime.GLOBAL, "g")
    memory.globals["g"] = base
    compared = undefined = 0
    for _ in range(300):
        values = registers(source)
        named: dict[str, Value] = {register.name: value for register, value in values.items()}
        frame = InterpreterFrame(FUNCTION, memory, "entry", named)
        roots = {f"0:{register.name}": wrap(value, 8 * register.size) for register, value in values.items()}
        heap = SymbolicHeap(immutables.Map({**roots, "&g": base.base}))
        for _ in range(20):
            made = expression(source, list(values), source.choice(SIZES), 4)
            try:
                value = bits_of(evaluator(made)(frame))
            except NoExecution:
                undefined += 1
                continue
            evaluation = Evaluation(heap, 0)
            assert 0 <= value < 1 << (8 * made.size), str(made)
            abstract, holds = evaluation.value(made), evaluation.condition(made)
            if not isinstance(abstract, Term):
                compared += 1
                assert wrap(value, 8 * made.size) == abstract, (str(made), values)
            if not isinstance(holds, Term):
                assert bool(value) == holds, (str(made), values)
    assert compared > 3000
    assert undefined > 100
