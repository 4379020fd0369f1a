"""Lowering: from the syntax tree of C to the memory IR."""
