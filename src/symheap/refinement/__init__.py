"""Why a proof failed: discontinuities, doomed states, and a finer abstraction ([SLAyer] sections 3, 5 and 6)."""
