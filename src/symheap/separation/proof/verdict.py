"""Verdicts on transition systems.  One function decides what is safe: `judged`.

Law: *safe* only if the system is fully expanded, has no failure, and nothing was refused, cut or timed out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from symheap.core.source import Position
from symheap.memory.errors import MemoryErrorKind
from symheap.separation.proof.transition import Failure, Loss, System


class Word(Enum):
    SAFE = "safe"
    UNSAFE = "unsafe"
    UNKNOWN = "unknown"


class Leak(Enum):
    """Leaks: `LOST` is memory that became unreachable; `UNRELEASED` is still allocated at exit."""

    NONE = "none"
    LOST = "lost"
    UNRELEASED = "unreleased"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """A possible error or leak, once for each place and kind.

    `replayed` names the replays that showed the error by running the program; without any, it is only possible.
    """

    kind: str
    position: Position
    why: str
    failure: Failure | None = None
    replayed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict; `reason` is a code: empty if safe, ``possible-<kind>`` for a possible error, else the missing part."""

    word: Word
    reason: str
    leak: Leak
    findings: tuple[Finding, ...]
    gaps: tuple[str, ...] = ()


def judged(system: System) -> Verdict:
    """Return the verdict on a system that the analysis has completed."""
    findings = _findings(system)
    gaps = tuple(f"{gap.position}: {gap.reason}" if gap.position else gap.reason for gap in system.gaps)
    leak = _leak(system.losses)
    if findings:
        first = findings[0]
        return Verdict(Word.UNKNOWN, f"possible-{first.kind}", _unless_none(leak), findings + _leaks(system), gaps)
    if system.gaps:
        reason = system.gaps[0].reason.split(":")[0]
        return Verdict(Word.UNKNOWN, reason, _unless_none(leak), _leaks(system), gaps)
    return Verdict(Word.SAFE, "", _unless_none(leak) if system.has_forgotten else leak, _leaks(system))


def _findings(system: System) -> tuple[Finding, ...]:
    findings: dict[tuple[Position, MemoryErrorKind], Finding] = {}
    for failure in system.failures:
        fault = failure.fault
        key = (fault.position, fault.kind)
        if key not in findings:
            findings[key] = Finding(fault.kind.value, fault.position, fault.why, failure)
    return tuple(findings.values())


def _leak(losses: list[Loss]) -> Leak:
    if any(loss.is_lost for loss in losses):
        return Leak.LOST
    return Leak.UNRELEASED if losses else Leak.NONE


def _unless_none(leak: Leak) -> Leak:
    """Return UNKNOWN instead of NONE, where the system is no proof or has forgotten memory."""
    return Leak.UNKNOWN if leak is Leak.NONE else leak


def _leaks(system: System) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            "leak-lost" if loss.is_lost else "leak-unreleased",
            loss.position,
            "nothing points to this memory any more" if loss.is_lost else "still allocated at exit",
        )
        for loss in system.losses
    )
