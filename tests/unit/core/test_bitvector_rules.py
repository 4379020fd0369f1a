"""The simplifying constructors of bit-vectors: the same meaning in all models, and the expected forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_terms import a_symbol

from symheap.core.model import Model, Plain
from symheap.core.terms import BOOL, BV8, BV32, INT, Op, Sort, Term, Value, and_, eq, ite, lt, not_, or_, wrap
from symheap.core.theories.bitvectors import bitvector, extend, extract, fold_bitvector
from symheap.core.walk import postorder, size

NARROW, WIDE = 3, 6
A, B = a_symbol("a3", Sort.bitvector(NARROW)), a_symbol("b3", Sort.bitvector(NARROW))
W = a_symbol("w6", Sort.bitvector(WIDE))
P, Q = a_symbol("p", BOOL), a_symbol("q", BOOL)
X, Y = a_symbol("x32", BV32), a_symbol("y32", BV32)
N = a_symbol("n8", BV8)
ARITHMETIC: Final = [op for op in Op if op.name.startswith("BV") and op not in (Op.BVSLT, Op.BVULT)]
ORDER: Final = [Op.BVSLT, Op.BVULT]
MODELS: Final = [
    Model({A: a, B: b, W: w, P: p, Q: q}, {})
    for a, b in product((-4, -1, 0, 1, 3), range(-4, 4))
    for w in (-32, -5, -1, 0, 3, 4, 31)
    for p, q in ((True, False), (False, False), (True, True))
]


@dataclass(frozen=True, slots=True)
class Said:
    """A value as the constructors build it, and its meaning, computed without them."""

    value: Value
    meaning: Callable[[Model], Plain]


def leaf(value: Value) -> Said:
    return Said(value, lambda model: model[value] if isinstance(value, Term) else value)


def binary(op: Op, width: int, a: Said, b: Said) -> Said:
    return Said(
        bitvector(op, width, a.value, b.value),
        lambda m: fold_bitvector(op, width, int(a.meaning(m)), int(b.meaning(m))),
    )


def choice(c: Said, a: Said, b: Said, width: int | None) -> Said:
    sort = Sort.bitvector(width) if width else None
    return Said(ite(c.value, a.value, b.value, sort), lambda m: (a if c.meaning(m) else b).meaning(m))


def widened(a: Said, signed: bool) -> Said:
    mask = -1 if signed else (1 << NARROW) - 1
    return Said(extend(a.value, NARROW, WIDE, signed=signed), lambda m: a.meaning(m) & mask)


def cut(a: Said, low: int) -> Said:
    value = extract(a.value, low + NARROW - 1, low)
    return Said(value, lambda m: wrap(a.meaning(m) >> low, NARROW))


def equality(a: Said, b: Said) -> Said:
    return Said(eq(a.value, b.value), lambda m: a.meaning(m) == b.meaning(m))


_Strategy = st.SearchStrategy[Said]


def expressions(depth: int) -> tuple[_Strategy, _Strategy, _Strategy]:
    """Return strategies for narrow and wide bit-vectors and booleans.

    Choices between plain numbers sometimes come without a sort.
    """
    narrow = st.sampled_from([leaf(v) for v in (A, B, A, B, -4, -1, 0, 1, 2, 3)])
    wide = st.sampled_from([leaf(v) for v in (W, W, -32, -8, -1, 0, 1, 4, 5, 7, 8, 31)])
    booleans = st.sampled_from([leaf(P), leaf(Q)])
    for _ in range(depth):
        n, w, b = narrow, wide, booleans
        flags = st.booleans()
        plain = st.sampled_from([leaf(k) for k in range(-4, 4)])
        narrow = st.one_of(
            n,
            st.builds(binary, st.sampled_from(ARITHMETIC), st.just(NARROW), n, n),
            st.builds(choice, b, n, n, st.just(NARROW)),
            st.builds(choice, b, plain, plain, st.none()),
            st.builds(cut, w, st.integers(0, WIDE - NARROW)),
        )
        wide = st.one_of(
            w,
            st.builds(widened, n, flags),
            st.builds(binary, st.sampled_from(ARITHMETIC), st.just(WIDE), w, w),
            st.builds(choice, b, w, w, st.just(WIDE)),
        )
        booleans = st.one_of(
            b,
            st.builds(equality, n, n),
            st.builds(equality, w, w),
            st.builds(binary, st.sampled_from(ORDER), st.just(NARROW), n, n),
            st.builds(binary, st.sampled_from(ORDER), st.just(WIDE), w, w),
            st.builds(choice, b, b, b, st.none()),
        )
    return narrow, wide, booleans


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.one_of(*expressions(3)))
def test_simplification_keeps_the_meaning(said: Said) -> None:
    assert [m.values for m in MODELS if m.evaluate(said.value) != said.meaning(m)] == []


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.one_of(*expressions(3)))
def test_terms_are_well_sorted(said: Said) -> None:
    if not isinstance(said.value, Term):
        return
    for term in postorder(said.value):
        if term.op is Op.ITE:
            sorts = {arg.sort for arg in term.args[1:] if isinstance(arg, Term)}
            assert sorts <= {term.sort}
        elif term.op.name.startswith("BV"):
            assert {arg.sort for arg in term.args if isinstance(arg, Term)} == {Sort.bitvector(term.width)}
            assert all(wrap(arg, term.width) == arg for arg in term.args if not isinstance(arg, Term))


def add(a: Value, b: Value) -> Value:
    return bitvector(Op.BVADD, 32, a, b)


def sub(a: Value, b: Value) -> Value:
    return bitvector(Op.BVSUB, 32, a, b)


def less(a: Value, b: Value) -> Value:
    return bitvector(Op.BVSLT, 32, a, b)


def wide(signed: bool) -> Value:
    return extend(N, 8, 32, signed=signed)


def bit(p: Value) -> Value:
    return ite(p, 1, 0, BV32)


SAME: Final[list[tuple[Value, Value]]] = [
    (add(add(X, 3), 4), add(X, 7)),
    (add(sub(X, 3), 4), add(X, 1)),
    (sub(add(X, 5), add(X, 2)), 3),
    (add(X, add(Y, 1)), add(add(X, Y), 1)),
    (sub(add(X, Y), Y), X),
    (add(sub(X, Y), Y), X),
    (sub(7, sub(5, X)), add(X, 2)),
    (eq(add(X, 5), 3), eq(X, -2)),
    (eq(sub(1, X), 3), eq(X, -2)),
    (eq(sub(X, Y), 0), eq(X, Y)),
    (eq(add(X, 1), add(Y, 1)), eq(X, Y)),
    (eq(add(X, 1), X), False),
    (eq(bitvector(Op.BVMUL, 32, X, 3), 9), eq(X, 3)),
    (eq(bitvector(Op.BVXOR, 32, X, 5), 4), eq(X, 1)),
    (eq(bitvector(Op.BVAND, 32, X, 4), 3), False),
    (eq(bit(P), 0), not_(P)),
    (eq(bit(P), 1), P),
    (eq(bit(P), 2), False),
    (eq(bit(P), bit(Q)), eq(P, Q)),
    (less(bit(P), 1), not_(P)),
    (less(0, bit(P)), P),
    (add(bit(P), 4), ite(P, 5, 4, BV32)),
    (eq(ite(P, 1, 0), X), eq(X, bit(P))),
    (add(ite(P, 1, 0), X), add(bit(P), X)),
    (extend(extend(N, 8, 16, signed=False), 16, 32, signed=True), wide(False)),
    (extend(N, 8, 8, signed=True), N),
    (extract(wide(True), 7, 0), N),
    (extract(wide(False), 15, 0), extend(N, 8, 16, signed=False)),
    (extract(wide(False), 31, 8), 0),
    (extract(extend(bit(P), 32, 64, signed=True), 31, 0), bit(P)),
    (eq(wide(False), 200), eq(N, -56)),
    (eq(wide(True), 200), False),
    (less(wide(True), 128), True),
    (less(wide(True), 5), bitvector(Op.BVSLT, 8, N, 5)),
    (less(wide(False), 5), bitvector(Op.BVULT, 8, N, 5)),
    (less(wide(False), 0), False),
    (less(-1, wide(False)), True),
    (less(X, -(2**31)), False),
    (less(2**31 - 1, X), False),
    (bitvector(Op.BVAND, 32, wide(True), 255), wide(False)),
    (bitvector(Op.BVAND, 32, wide(False), 0xFFFF), wide(False)),
    (bitvector(Op.BVLSHR, 32, wide(False), 8), 0),
    (bitvector(Op.BVSHL, 32, bitvector(Op.BVSHL, 32, X, 20), 20), 0),
    (bitvector(Op.BVSREM, 32, X, 1), 0),
    (less(bitvector(Op.BVLSHR, 32, X, 1), 0), False),
    (less(bitvector(Op.BVLSHR, 32, X, 24), 256), True),
    (less(15, bitvector(Op.BVAND, 32, X, 15)), False),
    (less(bitvector(Op.BVOR, 32, X, Y), 0), or_(less(X, 0), less(Y, 0))),
    (less(bitvector(Op.BVAND, 32, X, Y), 0), and_(less(X, 0), less(Y, 0))),
    (less(-1, bitvector(Op.BVOR, 32, X, wide(False))), not_(less(X, 0))),
    (ite(less(X, Y), True, eq(X, Y)), not_(less(Y, X))),
    (ite(less(X, Y), False, eq(Y, X)), eq(X, Y)),
    (ite(less(X, Y), True, not_(eq(X, Y))), not_(eq(X, Y))),
    (ite(less(X, Y), False, not_(eq(X, Y))), less(Y, X)),
]


@pytest.mark.parametrize(("found", "wanted"), SAME, ids=[f"{i} {w}" for i, (_, w) in enumerate(SAME)])
def test_shape(found: Value, wanted: Value) -> None:
    assert found is wanted or (not isinstance(wanted, Term) and found == wanted)


def test_order_knows_no_moving_of_summands() -> None:
    """x + 1 < 3 also holds at the largest number."""
    result = less(add(X, 1), 3)
    assert Model({X: 2**31 - 1}, {}).satisfies(result)
    assert not Model({X: 2}, {}).satisfies(result)


def test_integers_keep_their_own_rules() -> None:
    i, j = a_symbol("i", INT), a_symbol("j", INT)
    assert ite(lt(i, j), True, eq(i, j)) is not_(lt(j, i))
    assert ite(lt(i, j), True, eq(i, 3)) is or_(lt(i, j), eq(i, 3))
    assert ite(P, 5, 6) is not ite(P, 5, 6, BV32)
    assert and_(P, eq(ite(P, 5, 6), 5)) is P


def test_long_chains_need_no_recursion() -> None:
    value: Value = X
    for k in range(3000):
        value = add(bitvector(Op.BVMUL, 32, value, 31), k)
    result = eq(value, 7)
    assert isinstance(result, Term)
    assert result.args[0] is X


def test_a_large_choice_is_left_as_it_is() -> None:
    """Counting along a hundred conditions stays as small as the program that counts."""
    count: Value = 0
    for k in range(100):
        count = ite(a_symbol(f"c{k}", BOOL), add(count, 1), count, BV32)
    assert size(count) < 5_000
    assert Model({a_symbol(f"c{k}", BOOL): k % 3 == 0 for k in range(100)}, {}).evaluate(count) == 34


def test_a_remainder_of_no_negative_number_is_an_index() -> None:
    hashed = bitvector(Op.BVAND, 32, X, 2**31 - 1)
    assert bitvector(Op.BVULT, 32, bitvector(Op.BVSREM, 32, hashed, Y), Y) is not_(eq(Y, 0))
    assert bitvector(Op.BVULT, 32, bitvector(Op.BVSREM, 32, X, Y), Y) is not not_(eq(Y, 0))
    for x, y in product((0, 1, 7, 2**31 - 1), (0, 1, 3, 2**31 - 1, -1, -(2**31))):
        assert fold_bitvector(Op.BVULT, 32, fold_bitvector(Op.BVSREM, 32, x, y), y) is (y != 0)
