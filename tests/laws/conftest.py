"""One solver for all laws: a chain keeps a solver process' worth of memory."""

from __future__ import annotations

import pytest

from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain


@pytest.fixture(scope="session")
def solver() -> tuple[Solver, Statistics]:
    return default_chain(timeout_ms=2_000)
