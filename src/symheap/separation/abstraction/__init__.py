"""Abstraction: folding, joins, widening, and the numbers that heaps have in common."""
