"""The back ends on the bits of floating-point numbers, where these do not simplify away."""

from __future__ import annotations

from random import Random

import pytest
from float_formulas import SYMBOLS, number
from solver_formulas import all_satisfied, term

from symheap.core.outcome import Sat, Unsat
from symheap.core.terms import Op, eq, not_
from symheap.core.theories import floats
from symheap.core.theories.bitvectors import bitvector
from symheap.solver.backends.backend import Backend
from symheap.solver.backends.bitwuzla import BitwuzlaBackend
from symheap.solver.backends.z3 import Z3Backend
from symheap.solver.features import features


@pytest.mark.parametrize("backend", [Z3Backend(), BitwuzlaBackend()])
@pytest.mark.parametrize("width", [32, 64])
def test_bits_are_those_of_the_number(backend: Backend, width: int) -> None:
    random, symbol = Random(width), SYMBOLS[width][0]
    low = (1 << 16) - 1
    masked = bitvector(Op.BVAND, width, floats.to_bits(symbol, width), low)
    assert features(masked).float_bits
    for _ in range(12):
        value = number(random, width)
        here = term(eq(symbol, value))
        condition = term(eq(masked, value & low))
        answer = backend.check((here, condition), 20_000)
        assert isinstance(answer, Sat)
        assert all_satisfied(answer.model, (here, condition))
        assert isinstance(backend.check((here, term(not_(condition))), 20_000), Unsat)


def test_the_bits_of_no_number_are_the_canonical_ones() -> None:
    symbol = SYMBOLS[64][0]
    payload = bitvector(Op.BVAND, 64, floats.to_bits(symbol, 64), (1 << 51) - 1)
    assertions = (term(floats.is_nan(64, symbol)), term(not_(eq(payload, 0))))
    assert isinstance(BitwuzlaBackend().check(assertions, 20_000), Unsat)
