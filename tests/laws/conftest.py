"""One solver for all laws: each chain keeps the memory of a solver process."""

from __future__ import annotations

import pytest

from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain

SOLVER_MILLISECONDS = 20_000
"""For one query.  On an idle machine two seconds are enough for each; z3 counts the time that others take as well."""


@pytest.fixture(scope="session")
def solver() -> tuple[Solver, Statistics]:
    return default_chain(timeout_ms=SOLVER_MILLISECONDS)
