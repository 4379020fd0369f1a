"""Terms as expressions mean the same."""

from __future__ import annotations

from random import Random

import pytest

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.source import Position
from symheap.core.terms import INT, Op, Sort, Term, Value, and_, eq, ite, not_, or_, symbol, wrap
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import ZeroOracle
from symheap.memory.expressions import Number, Register
from symheap.memory.ir import Assign, Block, DataModel, Function, Program, Return
from symheap.memory.outcome import AssumptionFailed, Finished
from symheap.memory.values import bits_of
from symheap.refinement.spelling import Unspeakable, spelled

HERE = Position("spelled.c", 1, 1)
A = symbol(Origin.root("a"), Sort.bitvector(32))
B = symbol(Origin.root("b"), Sort.bitvector(32))
_BINARY = (Op.BVADD, Op.BVSUB, Op.BVMUL, Op.BVAND, Op.BVOR, Op.BVXOR, Op.BVSDIV, Op.BVSREM, Op.BVSHL, Op.BVASHR)


def _random_number(random: Random, depth: int) -> Value:
    if depth == 0 or random.random() < 0.2:
        return random.choice((A, B, 0, 1, -1, 7, 1 << 20))
    how = random.random()
    one, two = _random_number(random, depth - 1), _random_number(random, depth - 1)
    if how < 0.6:
        op = random.choice(_BINARY)
        return bitvector(op, 32, one, two) if op not in (Op.BVSDIV, Op.BVSREM) or two != 0 else one
    if how < 0.75:
        return extract(extend(one, 32, 64, signed=random.random() < 0.5), 31, 0)
    if how < 0.85:
        return extend(extract(one, 15, 8) if isinstance(one, Term) else one & 0x7F, 8, 32, signed=True)
    return ite(_random_truth(random, depth - 1), one, two, Sort.bitvector(32))


def _random_truth(random: Random, depth: int) -> Value:
    one, two = _random_number(random, depth), _random_number(random, depth)
    atom = random.choice((eq(one, two), bitvector(Op.BVSLT, 32, one, two), bitvector(Op.BVULT, 32, one, two)))
    if depth == 0:
        return atom
    other = _random_truth(random, depth - 1)
    return random.choice((not_(atom), and_(atom, other), or_(atom, other)))


def _run(value: Value, a: int, b: int) -> int | None:
    """Return the interpreter's value of the expression, or None if it has no meaning there."""
    registers = {A: Register("a", 4), B: Register("b", 4)}
    expression = spelled(value, registers, 4)
    commands = tuple(Assign(registers[name], Number(number, 4), HERE) for name, number in ((A, a), (B, b)))
    block = Block("entry", commands, Return(expression, HERE))
    function = Function("main", (), expression.size, "entry", {"entry": block}, HERE)
    outcome = run(Program(DataModel.LP64, {"main": function}, {}, "main"), ZeroOracle())
    if isinstance(outcome, AssumptionFailed):
        return None
    assert isinstance(outcome, Finished)
    assert outcome.result is not None
    return bits_of(outcome.result)


def test_random_terms_and_their_expressions_are_equal() -> None:
    random = Random(3)
    compared = 0
    for _ in range(400):
        value = (_random_number if random.random() < 0.5 else _random_truth)(random, 3)
        a, b = (random.choice((0, 1, -1, 5, -(2**31), random.getrandbits(32))) for _ in range(2))
        expected = int(Model({A: wrap(a, 32), B: wrap(b, 32)}, {}).evaluate(value))
        result = _run(value, a, b)
        if result is not None:
            compared += 1
            assert result == expected & 0xFFFF_FFFF, value
    assert compared > 300


def test_what_is_no_part_of_the_language_is_named() -> None:
    with pytest.raises(Unspeakable, match="has no expression"):
        spelled(symbol(Origin.root("unbounded"), INT), {}, 4)
