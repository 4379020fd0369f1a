"""What came out of one method under one heap model: the unit that a study keeps, resumes from, and adds up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Outcome(Enum):
    """How the exploration of a method ended.

    COMPLETE: every path was followed to its end.  CUT: every path was followed, to its end or to a bound of the study
    (nested calls, loop iterations).  The others say what is missing: a path that met something unsupported, a path
    that no solver could confirm or refute, the time, the memory, an error of the tool, or a class that is not there.
    Where several apply, the one that stands further down counts.
    """

    COMPLETE = "complete"
    CUT = "cut"
    UNKNOWN = "unknown"
    UNSUPPORTED = "unsupported"
    TIME = "time"
    MEMORY = "memory"
    FAILED = "failed"
    MISSING = "missing"

    @property
    def ended(self) -> bool:
        """Whether nothing but the bounds of the study kept a path from its end."""
        return self in (Outcome.COMPLETE, Outcome.CUT)


@dataclass(frozen=True, slots=True)
class Cost:
    """What solving cost.

    `tree_tokens` are the variables, constants and operators of every formula sent to a back end, counted as trees, as
    the paper counts them; in `dag_tokens` a shared subformula counts once.  Of the `decisions` that the chain was asked
    for, `spared` were answered without a back end.
    """

    queries: int = 0
    decisions: int = 0
    spared: int = 0
    tree_tokens: int = 0
    dag_tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Tests:
    """Tests of the paths of a method: how many were made, and why the other paths have none.

    `seconds` are those of all that, with exploring the method for it; `stopped` says what ended it before its end.
    """

    __test__ = False  # not for pytest

    made: int = 0
    without: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One method under one heap model.

    `method` is ``Class::name(types)``; `traces` are those that some input takes for certain; `ends` counts them by
    their kind (return, error, cut, unsupported), and those that no solver confirmed as unknown; `cuts` by bound;
    `reasons` says what was unsupported, as ``what @ place``, or what went wrong, and how often; `paths` are the
    distinct ones, and `path_digest` is equal for equal sets of them.  `seconds` are those of the whole, `load_seconds`
    those before the first step.  `tests` is None where none were asked for, and where the method did not end.
    """

    method: str
    heap: str
    outcome: Outcome
    traces: int = 0
    paths: int = 0
    path_digest: str = ""
    ends: Mapping[str, int] = field(default_factory=dict)
    cuts: Mapping[str, int] = field(default_factory=dict)
    reasons: Mapping[str, int] = field(default_factory=dict)
    cost: Cost = Cost()
    steps: int = 0
    classes: int = 0
    seconds: float = 0.0
    load_seconds: float = 0.0
    megabytes: int = 0
    tests: Tests | None = None

    @property
    def class_name(self) -> str:
        return self.method.partition("::")[0]
