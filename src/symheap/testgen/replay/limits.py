"""What a run of the user's code may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """For a test: seconds, and how many events are kept.  For the child: memory, and bytes of output of a test."""

    seconds: float = 5.0
    events: int = 200_000
    memory_mb: int = 512
    output: int = 10_000
