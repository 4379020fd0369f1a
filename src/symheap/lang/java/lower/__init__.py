"""Bytecode to object IR, one method at a time."""
