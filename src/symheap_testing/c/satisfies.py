"""Model checking for laws: `symheap.refinement.models`, which shares nothing with the prover but the formulas."""

from __future__ import annotations

from symheap.refinement.models import satisfies

__all__ = ["satisfies"]
