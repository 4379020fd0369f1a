"""Model checking for laws: `symheap.diagnosis.models`, which shares nothing with the prover but the formulas."""

from __future__ import annotations

from symheap.diagnosis.models import satisfies

__all__ = ["satisfies"]
