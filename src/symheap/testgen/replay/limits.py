"""Limits for a run of the user's code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReplayLimits:
    """For each test: seconds, recorded events, and bytes of output.  For the child process: memory."""

    seconds: float = 5.0
    events: int = 200_000
    memory_mb: int = 512
    output: int = 10_000
