"""Lowers bytecode to the object IR, one method at a time."""

from symheap.lang.java.lower.errors import BadCode
from symheap.lang.java.lower.translate import lower, refusing, restore_lambdas

__all__ = ["BadCode", "lower", "refusing", "restore_lambdas"]
