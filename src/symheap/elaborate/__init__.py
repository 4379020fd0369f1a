"""Certificates for the proof checker, from what the analysis has found.

This package searches: for where to unfold, which cases to tell apart and how one heap is seen in another.  Nothing
depends on whether it is right: the checker does not believe it.
"""
