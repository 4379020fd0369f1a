"""Symbolic execution and shape analysis of programs that live on the heap."""
