"""Symbolic heaps: formulas, patterns, canonical forms, and their text."""
