"""Replay of C counterexamples as compiled programs."""
