"""A tape agrees with the evaluator of models."""

from __future__ import annotations

from random import Random

import pytest
from float_formulas import a_model, that_hold
from solver_formulas import X, Y

from symheap.core.model import Model
from symheap.core.terms import Term, eq, ite
from symheap.core.walk import symbols
from symheap.solver.backends.levels import by_age
from symheap.solver.numeric.tape import Tape, Unsuitable, at_ordinal, number_of, ordinal


@pytest.mark.parametrize("seed", range(150))
def test_the_sign_of_a_condition_is_its_value_wherever_a_variable_moves(seed: int) -> None:
    random = Random(seed)
    model = a_model(random)
    conditions = that_hold(random, model, 3)
    variables = by_age({symbol for condition in conditions for symbol in symbols(condition)})
    tape = Tape(conditions, variables, a_model(random))
    slots = tape.run([number_of(model[variable], variable.sort) for variable in variables])
    assert all(slots[root] < 0 for root in tape.roots)
    for at, variable in enumerate(variables):
        value = a_model(random)[variable]
        moved = tape.moved(slots, at, number_of(value, variable.sort))
        there = Model({**model.values, variable: value}, {})
        assert [moved[root] < 0 for root in tape.roots] == [there.satisfies(condition) for condition in conditions]
        assert all(moved[root] != 0 for root in tape.roots)


def test_what_does_not_depend_on_the_variables_is_as_in_the_model() -> None:
    random = Random(7)
    model = a_model(random)
    conditions = that_hold(random, model, 4)
    tape = Tape(conditions, (), model)
    assert all(tape.run(())[root] < 0 for root in tape.roots)


def test_references_are_not_for_tapes() -> None:
    same = eq(X, Y)
    assert isinstance(same, Term)
    choice = ite(same, X, Y)
    assert isinstance(choice, Term)
    with pytest.raises(Unsuitable):
        Tape((same,), (X,), Model({}, {}))


@pytest.mark.parametrize("number", [0.0, 1.0, -1.0, 5e-324, -5e-324, 1.7e308, float("inf"), float("-inf")])
def test_neighbours_differ_by_one_in_place(number: float) -> None:
    assert at_ordinal(ordinal(number)) == number
    assert ordinal(at_ordinal(ordinal(number) - 1)) == max(ordinal(number) - 1, ordinal(float("-inf")))
