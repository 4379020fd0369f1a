"""Formulas are evaluated on concrete heaps as their definitions say."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from symheap.lang.entailments.models import Model, satisfies
from symheap.lang.entailments.reading import read_problem
from symheap_testing.entailments.problems import KINDS


def holds(kind: str, formula: str, cells: Mapping[int, tuple[int, ...]], **variables: int) -> bool:
    declared = " ".join(f"(declare-const {name} L)" for name in variables)
    problem = read_problem(f"{KINDS[kind].declarations} {declared} (assert {formula})", "problem")
    model = Model(variables, {address: ("c", fields) for address, fields in cells.items()})
    return satisfies(model, problem.left, problem.definitions)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({}, False),
        ({1: (2,)}, True),
        ({1: (3,), 3: (2,)}, True),
        ({1: (3,), 3: (2,), 2: (1,)}, False),
        ({1: (2,), 3: (2,)}, False),
        ({1: (3,), 3: (3,)}, False),
    ],
)
def test_an_acyclic_list_covers_the_whole_heap(cells: dict[int, tuple[int, ...]], expected: bool) -> None:
    assert holds("acyclic", "(ls x y)", cells, x=1, y=2) is expected


def test_a_cycle_is_a_list_only_without_the_disequation() -> None:
    assert holds("cyclic", "(ls x x)", {1: (2,), 2: (1,)}, x=1)
    assert not holds("acyclic", "(ls x x)", {1: (2,), 2: (1,)}, x=1)


def test_inner_lists_and_predecessors_are_checked() -> None:
    skipping = {1: (2, 3), 2: (3, 0), 3: (0, 0)}
    assert holds("skipping", "(two x nil)", skipping, x=1)
    assert not holds("skipping", "(two x nil)", {**skipping, 2: (3, 1)}, x=1)
    assert holds("double", "(dl x y nil nil)", {1: (2, 0), 2: (0, 1)}, x=1, y=2)
    assert not holds("double", "(dl x y nil nil)", {1: (2, 0), 2: (0, 2)}, x=1, y=2)


def test_a_variable_may_have_a_value_that_occurs_nowhere() -> None:
    assert holds("acyclic", "(exists ((u L)) (and (distinct u x y nil) (_ emp L C)))", {}, x=1, y=2)


def test_long_lists_do_not_exhaust_the_stack() -> None:
    cells = {number: (number + 1,) for number in range(1, 400)}
    assert holds("acyclic", "(ls x y)", cells, x=1, y=400)


def test_a_predicate_that_depends_on_itself_without_a_cell_does_not_hold() -> None:
    text = f"{KINDS['acyclic'].declarations} (define-fun-rec p ((x L)) Bool (p x)) (declare-const x L) (assert (p x))"
    problem = read_problem(text, "problem")
    assert not satisfies(Model({"x": 0}, {}), problem.left, problem.definitions)
