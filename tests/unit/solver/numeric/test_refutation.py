"""Enclosures lose nothing, and refute conditions that are easy on sizes and hard on bits."""

from __future__ import annotations

import math
from random import Random

import pytest
from float_formulas import SYMBOLS, a_model, number, that_hold
from solver_formulas import term

from symheap.core.terms import Op, Value, not_
from symheap.core.theories import floats
from symheap.core.theories.ieee import double_bits, reader
from symheap.solver.numeric.enclosure import Enclosure, backward, backward_unary, forward, forward_unary
from symheap.solver.numeric.refutation import is_refuted

D, E = SYMBOLS[64][:2]
ONE, TWO, ZERO = (double_bits(x) for x in (1.0, 2.0, 0.0))
BINARY = (Op.FPADD, Op.FPSUB, Op.FPMUL, Op.FPDIV, Op.FPREM)
UNARY = {Op.FPNEG: floats.neg, Op.FPABS: floats.abs_, Op.FPSQRT: floats.sqrt, Op.FPROUND: floats.rint}


@pytest.mark.parametrize("seed", range(200))
def test_what_has_a_model_is_not_refuted(seed: int) -> None:
    random = Random(seed)
    model = a_model(random)
    assert not is_refuted(that_hold(random, model, random.choice((1, 2, 5))))


def contains(enclosure: Enclosure, value: float) -> bool:
    return enclosure.nan if math.isnan(value) else enclosure.low <= value <= enclosure.high


def around(random: Random, value: float, width: int) -> Enclosure:
    """Return an enclosure of a value and of some others."""
    others = [reader(width)(number(random, width)) for _ in range(random.randint(0, 2))]
    numbers = [x for x in (value, *others) if not math.isnan(x)]
    nan = math.isnan(value) or random.random() < 0.3
    return Enclosure(min(numbers, default=math.inf), max(numbers, default=-math.inf), nan)


@pytest.mark.parametrize("op", BINARY)
@pytest.mark.parametrize("width", [32, 64])
def test_results_and_operands_stay_enclosed(op: Op, width: int) -> None:
    random, read = Random(width), reader(width)
    for _ in range(1_500):
        a, b = number(random, width), number(random, width)
        result = read(int(floats.fold_float(op, width, a, b)))
        x, y = around(random, read(a), width), around(random, read(b), width)
        assert contains(forward(op, width, x, y), result)
        first, second = backward(op, width, around(random, result, width), x, y)
        assert contains(first, read(a))
        assert contains(second, read(b))


@pytest.mark.parametrize("op", UNARY)
@pytest.mark.parametrize("width", [32, 64])
def test_the_result_and_the_operand_stay_enclosed(op: Op, width: int) -> None:
    random, read = Random(width), reader(width)
    for _ in range(1_500):
        a = number(random, width)
        value = UNARY[op](width, a)
        assert isinstance(value, int)
        x, result = around(random, read(a), width), read(value)
        assert contains(forward_unary(op, width, x, "RNE"), result)
        assert contains(backward_unary(op, width, around(random, result, width), x), read(a))


def test_a_square_is_not_negative() -> None:
    assert is_refuted((term(floats.lt(64, floats.mul(64, D, D), ZERO)),))


def test_numbers_that_a_quotient_jumps_over() -> None:
    """No double squared is close enough to 2 ** 51."""
    quotient = floats.div(64, TWO, floats.mul(64, floats.abs_(64, D), floats.abs_(64, D)))
    assert is_refuted((term(floats.fpeq(64, quotient, double_bits(2.0**-50))),))
    assert not is_refuted((term(floats.fpeq(64, quotient, double_bits(2.0**-51))),))


def test_what_was_added_to_is_not_above_the_sum() -> None:
    step = floats.sub(64, floats.add(64, D, ONE), D)
    assert is_refuted((term(floats.lt(64, floats.add(64, floats.add(64, D, ONE), step), floats.sub(64, D, step))),))


def test_nothing_is_known_of_what_may_be_no_number() -> None:
    difference: Value = floats.sub(64, D, D)
    assert not is_refuted((term(not_(floats.fpeq(64, difference, ZERO))),))
    assert is_refuted((term(not_(floats.is_nan(64, difference))), term(floats.is_nan(64, D))))
