"""Heap to code: statements that build an input, searched, and run in the concrete interpreter."""
