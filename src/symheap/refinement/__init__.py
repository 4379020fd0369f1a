"""Explain failed proofs: discontinuities, doomed states, and a finer abstraction (004, sections 3, 5 and 6)."""
