"""The laws themselves: an undecided query is no violation."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.engine.bounds import Bounds
from symheap.lang.pose.lower import load
from symheap.laws.laws import LAWS, broken
from symheap.laws.subject import LawSubject
from symheap.solver.backends.z3 import Z3Backend
from symheap.solver.chain import chain
from symheap.solver.layers.route import always
from symheap_testing.faulty import Fault, FaultyBackend

EXAMPLES = Path(__file__).parents[3] / "examples" / "pose"


@pytest.mark.parametrize("every", [1, 2])
@pytest.mark.parametrize("name", ["bst_find.pose", "ite_receivers.pose", "dispatch.pose"])
def test_a_solver_that_does_not_answer_breaks_no_law(name: str, every: int) -> None:
    """2026-11-15: a path that was kept only because of an unknown answer was reported as missed by another model."""
    program = load((EXAMPLES / name).read_text(), name)
    solver = chain(always(FaultyBackend(Z3Backend(), Fault.UNKNOWN, every=every)))
    subject = LawSubject(program, Bounds(max_calls=2), solver=solver)
    assert broken(subject) == []
    assert any(not v.certain for law in LAWS.values() for v in law(subject))
