"""Random conditions on floating-point numbers, and models in which they hold."""

from __future__ import annotations

from random import Random
from typing import Final

from solver_formulas import a_symbol

from symheap.core.model import Model
from symheap.core.terms import BV32, F32, F64, Term, Value, and_, eq, ite, not_, or_
from symheap.core.theories import floats
from symheap.core.theories.ieee import double_bits, nan, single_bits

_NUMBERS: Final = (
    *(0.0, -0.0, 1.0, -1.0, 2.0, 0.5, 0.1, -3.75, 10.0, 1e-30, 3e38, 1e-45, 1.0000001, 16777217.0),
    *(float("inf"), float("-inf"), 1e308, 5e-324, 2.0**-50, 47453132.81212578),
)
SYMBOLS: Final = {
    32: tuple(a_symbol(name, F32) for name in ("f", "g")),
    64: tuple(a_symbol(name, F64) for name in ("d", "e", "h")),
}
INTEGER: Final = a_symbol("i32", BV32)


def number(random: Random, width: int) -> int:
    """Return the bits of a number."""
    if random.random() < 0.1:
        return nan(width)
    if random.random() < 0.3:
        chosen = random.uniform(-4, 4) * 10.0 ** random.randint(-3, 3)
    else:
        chosen = random.choice(_NUMBERS)
    return single_bits(chosen) if width == 32 else double_bits(chosen)


def arithmetic(random: Random, width: int, depth: int) -> Value:
    """Return a floating-point term, with shared parts."""
    if depth == 0 or random.random() < 0.15:
        return random.choice(SYMBOLS[width]) if random.random() < 0.75 else number(random, width)
    a = arithmetic(random, width, depth - 1)
    b = a if random.random() < 0.25 else arithmetic(random, width, depth - 1)
    choice = random.randrange(15)
    if choice < 9:
        return random.choice((floats.add, floats.sub, floats.mul, floats.div))(width, a, b)
    if choice == 9:
        return floats.sqrt(width, a)
    if choice == 10:
        return random.choice((floats.abs_, floats.neg))(width, a)
    if choice == 11:
        return random.choice((floats.floor, floats.ceil, floats.rint))(width, a)
    if choice == 12:
        other = arithmetic(random, 96 - width, depth - 1)
        return floats.convert(other, 96 - width, width)
    if choice == 13:
        return floats.from_int(INTEGER, 32, width)
    sort = F32 if width == 32 else F64
    return ite(condition(random, depth - 1), a, b, sort) if random.random() < 0.5 else floats.maximum(width, a, b)


def condition(random: Random, depth: int) -> Value:
    width = random.choice((32, 64, 64))
    if depth > 0 and random.random() < 0.3:
        connective = random.choice((and_, or_))
        return connective(condition(random, depth - 1), not_(condition(random, depth - 1)))
    a, b = (arithmetic(random, width, max(0, depth)) for _ in range(2))
    choice = random.randrange(8)
    if choice == 0:
        return floats.is_nan(width, a)
    if choice == 1:
        return eq(a, b) if isinstance(a, Term) and isinstance(b, Term) else True
    return random.choice((floats.lt, floats.le, floats.fpeq))(width, a, b)


def a_model(random: Random) -> Model:
    values = {symbol: number(random, width) for width, symbols in SYMBOLS.items() for symbol in symbols}
    return Model({**values, INTEGER: random.choice((0, 1, -7, 2**31 - 1, -(2**31)))}, {})


def that_hold(random: Random, model: Model, count: int) -> tuple[Term, ...]:
    """Return conditions that hold in a model."""
    found: list[Term] = []
    while len(found) < count:
        made = condition(random, 3)
        if isinstance(made, Term):
            held = made if model.satisfies(made) else not_(made)
            assert isinstance(held, Term)
            found.append(held)
    return tuple(found)
