"""Lowering: turn the syntax tree of C into the memory IR."""
