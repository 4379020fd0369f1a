"""Affine relations and difference bounds, over integers: their proposals for small systems."""

from __future__ import annotations

from fractions import Fraction

from symheap.core.terms import Op, Term, Value, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.separation.abstraction.affine import affine, in_both, relations
from symheap.separation.abstraction.zones import Zone
from symheap.separation.heaps.formula import variable

A, B, C = (variable(number, 8) for number in range(3))
X, Y, Z = (variable(number, 8) for number in range(10, 13))


def fact(value: Value) -> Term:
    assert isinstance(value, Term)
    return value


def less(a: Value, b: Value) -> Term:
    return fact(bitvector(Op.BVSLT, 64, a, b))


def plus(a: Value, b: Value) -> Value:
    return bitvector(Op.BVADD, 64, a, b)


def test_sums_are_seen_through() -> None:
    assert affine(plus(plus(A, A), -3)) == {A: 2, None: -3}
    assert affine(bitvector(Op.BVSUB, 64, A, B)) == {A: 1, B: -1}
    product = bitvector(Op.BVMUL, 64, A, B)
    assert affine(product) == {product: 1}


def test_relations_of_one_heap_go_through_its_symbols_and_facts() -> None:
    result = relations({X: {A: 1, None: 1}, Y: {A: 1, B: 1}, Z: {B: 1}}, [])
    assert [{name: int(number) for name, number in row.items()} for row in result] == [{X: 1, Y: -1, Z: 1, None: -1}]
    tied = relations({X: {A: 1}, Y: {B: 1}}, [{A: 1, B: -1}])
    assert len(tied) == 1
    assert set(tied[0]) == {X, Y}


def test_what_two_heaps_have_in_common() -> None:
    """x = 0, y = 0, z = 5 and x = 1, y = 2, z = 4: two equations are left of three."""
    one = relations({X: {}, Y: {}, Z: {None: 5}}, [])
    two = relations({X: {None: 1}, Y: {None: 2}, Z: {None: 4}}, [])
    result = dict(in_both(one, two, [Y, Z, X]))
    assert set(result) == {Y, Z}
    assert result[Y] == {Y: Fraction(1), X: Fraction(-2)}
    assert result[Z] == {Z: Fraction(1), X: Fraction(1), None: Fraction(-5)}


def test_nothing_in_common_is_nothing() -> None:
    one = relations({X: {A: 1}, Y: {A: 1}}, [])
    two = relations({X: {A: 1}, Y: {B: 1}}, [])
    assert in_both(one, two, [X, Y]) == []


def test_bounds_are_closed_under_addition() -> None:
    zone = Zone.of([less(A, B), less(B, plus(C, 2))], Op.BVSLT)
    assert zone.above({A: 1}, {C: 1}) == 0
    assert zone.above({A: 1, None: 3}, {C: 1}) == 3
    assert zone.above({C: 1}, {A: 1}) is None


def test_plain_numbers_have_bounds() -> None:
    zone = Zone.of([less(1, A), not_less(4, A)], Op.BVSLT)
    assert zone.above({A: 1}, {}) == 4
    assert zone.above({}, {A: 1}) == -2
    assert zone.above({None: 2}, {A: 1}) == 0
    assert zone.above({None: 7}, {None: 5}) == 2


def not_less(a: Value, b: Value) -> Term:
    return fact(not_(bitvector(Op.BVSLT, 64, a, b)))


def test_what_is_bounded_from_both_sides_is_an_equation() -> None:
    zone = Zone.of([not_less(A, B), not_less(B, A)], Op.BVSLT)
    assert {A: 1, B: -1} in zone.equations()
    assert Zone.of([fact(eq(A, plus(B, 2)))], Op.BVSLT).above({A: 1}, {B: 1}) == 2


def test_other_orders_are_not_mixed() -> None:
    assert Zone.of([fact(bitvector(Op.BVULT, 64, A, B))], Op.BVSLT).is_empty
