"""The decision of the refinement algorithm, with its rounds."""

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
from symheap.refinement.doomed import DEFAULT_BOUNDS, DoomedBounds
from symheap.refinement.refine import Refined
from symheap.separation.abstraction.precision import COARSE, FINE, Precision
from symheap.separation.proof.transition import Failure, System
from symheap.separation.proof.verdict import Leak, Verdict, Word


class Phase(Enum):
    ANALYSIS = "analysis"
    FEASIBILITY = "feasibility"
    REPLAY = "replay"
    DIAGNOSIS = "diagnosis"
    REFINEMENT = "refinement"


PATTERNS: Final[Mapping[str, Precision]] = {"coarse": COARSE, "fine": FINE}
"""Start of refinement: bare spines, or everything that is discovered."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings: total `seconds`, the number of `rounds`, and the initial `precision`.

    `shares` are the fractions of the remaining time that a phase may take; `feasibility_seconds` is its maximum, except
    when nothing else is left to do.  Errors of `ignored` kinds do not count.  A run that resumes another one begins
    with round `first`, after `spent` of the seconds.

    `leak_seconds` limits the search for a leak of a safe program, or of any program if the run `seeks_leaks`; a leak of
    a `decisive` kind ends the run.  Memory lost in `uncounted` files is no leak.
    """

    seconds: float = 60.0
    rounds: int = 6
    precision: Precision = FINE
    feasibility_seconds: float = 2.0
    last_seconds: float = 30.0
    leak_seconds: float = 1.0
    solver_ms: int = 2_000
    most_heaps: int = 200
    bounds: DoomedBounds = DEFAULT_BOUNDS
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
    """The result of one run of the analysis.

    `failure` is the error that was examined.  Phases that were not reached are None.
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
"""Called with each complete round, and with the settings with which another run can resume after it.

Law: that run reaches the same decision as this one, as far as time limits do not matter.
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision; `reason` says why a verdict is unknown, as ``phase: why``, or for `unsafe` what the error is.

    `replays` are the names of those that show the error of `counterexample`; without any, nothing is unsafe.  `system`
    is that of the last round: if the word is safe it is the proof, unless there is an `exhaustion`, which is then the
    proof, and the system is a failed attempt.  `leak` is the proved (none) or observed status: `leaking` is an
    execution that leaks.
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
        """Last discontinuity that was found, or None."""
        discontinuities = [each.diagnosis for each in self.rounds if isinstance(each.diagnosis, Discontinuity)]
        return discontinuities[-1] if discontinuities else None

    @property
    def precision(self) -> Precision:
        """Precision of the last round."""
        return self.rounds[-1].precision
