"""An index that was masked by a size less one is below the size, unless that is zero."""

from __future__ import annotations

from itertools import product

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BV8, Op, eq, not_, symbol
from symheap.core.theories.bitvectors import bitvector

N, X = (symbol(Origin.root(name), BV8) for name in "nx")


def test_a_masked_index_is_below_any_size_but_zero() -> None:
    mask = bitvector(Op.BVSUB, 8, N, 1)
    for masked in (bitvector(Op.BVAND, 8, mask, X), bitvector(Op.BVAND, 8, X, mask)):
        assert bitvector(Op.BVULT, 8, masked, N) is not_(eq(N, 0))


def test_that_is_so_for_all_numbers() -> None:
    for n, x in product(range(256), repeat=2):
        assert (((n - 1) & x & 0xFF) < n) is (n != 0)


def test_another_mask_is_compared() -> None:
    below = bitvector(Op.BVULT, 8, bitvector(Op.BVAND, 8, bitvector(Op.BVSUB, 8, N, 2), X), N)
    for n, x in product(range(-4, 4), repeat=2):
        assert Model({N: n, X: x}, {}).evaluate(below) is (((n - 2) & x & 0xFF) < (n & 0xFF))
