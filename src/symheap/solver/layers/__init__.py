"""The layers of the solver chain, one file each."""
