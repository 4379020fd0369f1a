"""Limits of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from symheap.solver.layers.oversight import NO_OVERSIGHT, Oversight


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """Limits: total `seconds`, `blocks` along a path, `depth` of calls, `states` waiting at a time.

    `random_seconds` of `seconds` are for concrete runs with random answers, which come first.  `query_ms` limits a
    single query of the solver.  `grace` is how many seconds a search that has found an error continues to look for one
    of its goals.  `bytes` is the largest size of an object whose size is not a constant.  `backend` names the solver
    (`symheap.solver.chain.BACKENDS`), and its answers are under `oversight`.
    """

    seconds: float = 5.0
    blocks: int = 20_000
    depth: int = 200
    states: int = 50_000
    random_seconds: float = 0.15
    query_ms: int = 1_000
    grace: float = 1.0
    bytes: int = 1 << 20
    backend: str = "auto"
    oversight: Oversight = NO_OVERSIGHT


DEFAULT_LIMITS: Final = SearchLimits()
