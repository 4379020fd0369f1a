"""Model checking for laws, by `symheap.refinement.models`, which shares only the formulas with the prover."""

from __future__ import annotations

from symheap.refinement.models import satisfies

__all__ = ["satisfies"]
