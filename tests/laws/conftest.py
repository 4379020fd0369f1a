"""One solver for all laws: each chain keeps the memory of a solver process."""

from __future__ import annotations

import pytest

from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain


@pytest.fixture(scope="session")
def solver() -> tuple[Solver, Statistics]:
    return default_chain(timeout_ms=2_000)
