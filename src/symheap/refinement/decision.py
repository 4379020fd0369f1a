"""What the refinement algorithm comes to, and how: round by round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Union

from symheap.bmc.counterexample import Counterexample, NoneFound
from symheap.bmc.exhaustion import Exhaustion
from symheap.bmc.leaking import Leaking
from symheap.memory.errors import MemoryErrorKind
from symheap.refinement.diagnose import Discontinuity, Undiagnosed
from symheap.refinement.doomed import DEFAULT_BOUNDS, Bounds
from symheap.refinement.refine import Refined
from symheap.separation.precision import COARSE, FINE, Precision
from symheap.separation.transition import Failure, System
from symheap.separation.verdict import Leak, Verdict, Word


class Phase(Enum):
    ANALYSIS = "analysis"
    FEASIBILITY = "feasibility"
    REPLAY = "replay"
    DIAGNOSIS = "diagnosis"
    REFINEMENT = "refinement"


PATTERNS: Final[Mapping[str, Precision]] = {"coarse": COARSE, "fine": FINE}
"""Where refinement starts: with bare spines, or with all that is discovered."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`seconds` in all, at most so many `rounds`, from a `precision` on.

    `shares` are what a phase may take of the time that is left when it begins; `feasibility_seconds` is what it takes
    at most, except when nothing else is left to do.  Errors of kinds that are `ignored` are none.  A run that goes on
    with another one begins with round `first`, after `spent` of the seconds.

    For `leak_seconds` a leak is looked for of a program that is safe, or of any if the run `seeks_leaks`; one that is
    `decisive` ends the run.  Memory that is lost in files that are `uncounted` is no leak.
    """

    seconds: float = 60.0
    rounds: int = 6
    precision: Precision = FINE
    feasibility_seconds: float = 2.0
    last_seconds: float = 30.0
    leak_seconds: float = 1.0
    solver_ms: int = 2_000
    most_heaps: int = 200
    bounds: Bounds = DEFAULT_BOUNDS
    ignored: frozenset[MemoryErrorKind] = frozenset()
    uncounted: frozenset[str] = frozenset()
    seeks_leaks: bool = False
    decisive: frozenset[Leak] = frozenset()
    first: int = 0
    spent: float = 0.0
    shares: Mapping[Phase, float] = field(
        default_factory=lambda: {
            Phase.ANALYSIS: 0.6,
            Phase.FEASIBILITY: 0.5,
            Phase.DIAGNOSIS: 0.5,
            Phase.REFINEMENT: 0.5,
        }
    )


Feasibility = Union[Counterexample, NoneFound]


@dataclass(frozen=True, slots=True)
class Round:
    """What came of one run of the analysis.

    `failure` is the error that was looked into.  Phases that were not come to are None.
    """

    number: int
    precision: Precision
    verdict: Verdict
    failure: Failure | None = None
    feasibility: Feasibility | None = None
    diagnosis: Discontinuity | Undiagnosed | None = None
    refined: Refined | None = None
    seconds: Mapping[Phase, float] = field(default_factory=dict)


OnRound = Callable[[Round, Settings], None]
"""Is told of a round that is complete, and of the settings with which another run goes on behind it.

Law: what that run decides is what this one does, as far as time has no say in it.
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """`reason` says why a verdict is unknown, as ``phase: why``; with `unsafe`, what the error is.

    `replays` are the names of those that show the error of `counterexample`; without any, nothing is unsafe.  `system`
    is that of the last round, a proof if the word is safe and there is no `exhaustion`: else that is the proof, and the
    system is a failed attempt.  `leak` is what is proved (none) or was seen: `leaking` is an execution that leaks.
    """

    word: Word
    reason: str
    leak: Leak
    rounds: tuple[Round, ...]
    system: System
    counterexample: Counterexample | None = None
    replays: tuple[str, ...] = ()
    exhaustion: Exhaustion | None = None
    leaking: Leaking | None = None

    @property
    def discontinuity(self) -> Discontinuity | None:
        """The last one that was found."""
        found = [each.diagnosis for each in self.rounds if isinstance(each.diagnosis, Discontinuity)]
        return found[-1] if found else None

    @property
    def precision(self) -> Precision:
        """That of the last round."""
        return self.rounds[-1].precision
