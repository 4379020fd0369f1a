"""Proofs: the analysis, its transition system, and the verdict."""
