"""The assertion stack of a query, and divisions as shifts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from solver_formulas import N, a_symbol, term

from symheap.core.model import Model
from symheap.core.terms import BV32, Op, Term, lt, make
from symheap.solver.backends.backend import by_shifts
from symheap.solver.backends.stacks import MOST, Stacks

ATOMS = [term(lt(N, number)) for number in range(20)]


class Plain:
    def __init__(self) -> None:
        self.assertions: list[Term] = []


def asked(stacks: Stacks[Plain], *assertions: Term) -> Plain:
    stack = stacks.for_query(assertions)
    stack.assertions = list(assertions)
    return stack


def test_a_longer_query_goes_where_the_shorter_one_is() -> None:
    stacks = Stacks(Plain)
    first = asked(stacks, ATOMS[0], ATOMS[1])
    assert asked(stacks, *ATOMS[:4]) is first
    assert asked(stacks, ATOMS[0], ATOMS[1], ATOMS[9]) is first


def test_another_query_gets_a_stack_of_its_own_and_comes_back_to_it() -> None:
    stacks = Stacks(Plain)
    first, second = asked(stacks, *ATOMS[:4]), asked(stacks, *ATOMS[10:14])
    assert first is not second
    assert asked(stacks, *ATOMS[:5]) is first
    assert asked(stacks, *ATOMS[10:15]) is second


def test_there_are_at_most_so_many_and_the_one_used_longest_ago_is_taken() -> None:
    stacks = Stacks(Plain)
    made = [asked(stacks, ATOMS[i]) for i in range(MOST)]
    assert len(set(map(id, made))) == MOST
    assert asked(stacks, ATOMS[MOST]) is made[0]


X = a_symbol("dividend", BV32)
EDGES = (0, 1, -1, 2, -2, 3, -3, 7, -8, 2**31 - 1, -(2**31), -(2**31) + 1)


@pytest.mark.parametrize("op", [Op.BVSDIV, Op.BVSREM])
@given(value=st.one_of(st.sampled_from(EDGES), st.integers(-(2**31), 2**31 - 1)), shift=st.integers(1, 30))
def test_shifts_say_what_division_says(op: Op, value: int, shift: int) -> None:
    division = make(op, BV32, (X, 1 << shift), 32)
    shifted = by_shifts(division)
    assert isinstance(shifted, Term)
    model = Model({X: value}, {})
    assert model.evaluate(shifted) == model.evaluate(division)


@pytest.mark.parametrize("divisor", [0, 1, -1, 3, -2, -(2**31)])
def test_other_divisors_stay(divisor: int) -> None:
    assert by_shifts(make(Op.BVSDIV, BV32, (X, divisor), 32)) is None
