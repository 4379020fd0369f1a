"""Redundant bounds are removed, and what they implied still holds."""

from __future__ import annotations

from random import Random

import pytest

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import Op, Sort, Term, Value, not_, symbol
from symheap.core.theories.bitvectors import bitvector
from symheap.separation.heaps.bounds import moved, tightened

X = symbol(Origin.root("x"), Sort.bitvector(8))
Y = symbol(Origin.root("y"), Sort.bitvector(8))


def bound(random: Random, *terms: Value) -> Term:
    op = random.choice((Op.BVSLT, Op.BVULT))
    a, b = random.sample(terms, 2)
    fact = bitvector(op, 8, a, b)
    fact = fact if random.random() < 0.5 else not_(fact)
    return fact if isinstance(fact, Term) else bound(random, *terms)


@pytest.mark.parametrize("seed", range(80))
def test_bounds_by_numbers_keep_their_meaning(seed: int) -> None:
    random = Random(seed)
    facts = [bound(random, X, random.randint(-128, 127)) for _ in range(random.randint(1, 6))]
    kept = tightened(facts)
    assert kept <= set(facts)
    assert len(kept) <= 4
    for value in range(-128, 128):
        model = Model({X: value}, {})
        assert all(model.satisfies(fact) for fact in kept) == all(model.satisfies(fact) for fact in facts)


@pytest.mark.parametrize("seed", range(40))
def test_distances_are_only_ever_dropped(seed: int) -> None:
    random = Random(seed)
    shifted = [bitvector(Op.BVADD, 8, X, random.randint(-3, 3)) for _ in range(3)]
    facts = [bound(random, Y, random.choice(shifted)) for _ in range(4)]
    kept = tightened(facts)
    assert kept <= set(facts)
    assert kept


def test_other_facts_are_left_alone() -> None:
    fact = not_(bitvector(Op.BVULT, 8, bitvector(Op.BVMUL, 8, X, Y), bitvector(Op.BVMUL, 8, Y, Y)))
    assert isinstance(fact, Term)
    assert tightened([fact]) == {fact}


def test_a_fact_moves_what_it_adds_a_number_to() -> None:
    further = bitvector(Op.BVADD, 8, X, 3)
    fact = bitvector(Op.BVSLT, 8, further, Y)
    assert isinstance(fact, Term)
    assert moved(fact) == {X}
