"""2026-11-19: a proof was rejected where a length is a difference of two unknown numbers.

Of n items, ``n - k`` are counted and k are left.  When one more is counted, k becomes ``k - 1``; no value was tried for
a symbol that is subtracted.
"""

from __future__ import annotations

import immutables

from symheap.core.terms import Op
from symheap.core.theories.bitvectors import bitvector
from symheap.elaborate.unify import Match, Unifier
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import SymbolicHeap, variable
from symheap.solver.chain import default_chain


def test_a_subtracted_number_is_solved_for() -> None:
    n, k, theirs = (variable(number, 4) for number in range(3))
    given = bitvector(Op.BVADD, 32, bitvector(Op.BVSUB, 32, n, k), 1)
    unifier = Unifier(Logic(default_chain()[0]), SymbolicHeap(next_symbol=3), frozenset())
    start = Match(immutables.Map({n: n}))
    match = unifier.unified(start, bitvector(Op.BVSUB, 32, n, theirs), given, 4)
    assert match is not None
    settled = unifier.settled(match, ())
    assert settled is not None
    assert unifier.same(settled.binding[theirs], bitvector(Op.BVSUB, 32, k, 1), 4)
