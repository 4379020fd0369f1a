"""What can go wrong with memory.  The same kinds for the interpreter, the proofs and the sanitizers."""

from __future__ import annotations

from enum import Enum


class MemoryErrorKind(Enum):
    NULL = "null-dereference"
    DANGLING = "use-after-free"
    SCOPE = "use-after-scope"
    BOUNDS = "out-of-bounds"
    INVALID = "invalid-dereference"  # an address that is none of an object, or that nothing is known of
    DOUBLE_FREE = "double-free"
    INVALID_FREE = "invalid-free"
    READ_ONLY = "write-to-constant"
    OVERLAP = "overlapping-copy"
    ASSERTION = "assertion"
    BAD_CALL = "invalid-call"  # through a pointer that is not a function's address
