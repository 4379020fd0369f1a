"""A proof that was interrupted, as far as it came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from symheap.refinement.decision import Round
from symheap.refinement.decision import Settings as DecisionSettings
from symheap.report.prove.proof import (
    NONE_EARLIER,
    Earlier,
)
from symheap.separation.abstraction.precision import Precision


@dataclass(frozen=True, slots=True)
class Before:
    """An interrupted proof: `rounds` are complete, and the next one starts with `precision`.

    `spent` is the time that these rounds are charged, `earlier` their report.
    """

    rounds: int = 0
    precision: Precision | None = None
    spent: float = 0.0
    earlier: Earlier = NONE_EARLIER


FROM_THE_START: Final = Before()


OnProofRound = Callable[[Round, DecisionSettings, int], None]
"""Called with each complete round, the settings to continue with, and the number of queries so far."""
