"""Write certificates for the proof checker from the results of the analysis.

This package searches where to unfold, which cases to distinguish and how one heap matches another.  Nothing depends on
its correctness: the checker verifies every step.
"""
