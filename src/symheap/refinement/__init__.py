"""Explain failed proofs: discontinuities, doomed states, and a finer abstraction ([SLAyer] sections 3, 5 and 6)."""
