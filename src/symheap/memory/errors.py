"""Kinds of memory errors, the same for the interpreter, the proofs and the sanitizers."""

from __future__ import annotations

from enum import Enum


class MemoryErrorKind(Enum):
    NULL = "null-dereference"
    DANGLING = "use-after-free"
    SCOPE = "use-after-scope"
    BOUNDS = "out-of-bounds"
    INVALID = "invalid-dereference"  # an address outside of all objects, or one of which nothing is known
    DOUBLE_FREE = "double-free"
    INVALID_FREE = "invalid-free"
    READ_ONLY = "write-to-constant"
    OVERLAP = "overlapping-copy"
    ASSERTION = "assertion"
    BAD_CALL = "invalid-call"  # through a pointer that is not the address of a function
