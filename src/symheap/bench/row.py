"""The result of one method under one heap model: the unit that a study stores, resumes from, and adds up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class RowOutcome(Enum):
    """How the exploration of a method ended.

    COMPLETE: every path was followed to its end.  CUT: every path was followed, to its end or to a bound of the study
    (nested calls, loop iterations).  The others name the obstacle: a path with an unsupported feature, a path that no
    solver could confirm or refute, the time limit, the memory limit, an error of the tool, or a missing class.  If
    several apply, the last one in this list counts.
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
        """Whether every path reached its end or a bound of the study."""
        return self in (RowOutcome.COMPLETE, RowOutcome.CUT)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of solving.

    `tree_tokens` counts the variables, constants and operators of every formula sent to a back end, as trees, like the
    paper; `dag_tokens` counts a shared subformula once.  Of the `decisions` that the solver chain was asked for,
    `spared` were answered without a back end.  `seconds` is elapsed time, `cpu_seconds` processor time.
    """

    queries: int = 0
    decisions: int = 0
    spared: int = 0
    tree_tokens: int = 0
    dag_tokens: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Tests:
    """The tests made of the traces of a method, one of each, and why the other traces have none.

    A test is `redundant` if an earlier one takes the same path of the program; a path-optimal model has no such tests.
    `seconds` and `cpu_seconds` include exploring the method for the tests; `stopped` is the reason if that ended early.
    `replay` is None if the tests were not run.
    """

    __test__ = False  # not for pytest

    made: int = 0
    without: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    stopped: str = ""
    redundant: int = 0
    cpu_seconds: float = 0.0
    replay: Replay | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """The run of the tests of a method on a JVM.

    `passed` counts the tests that ended as predicted; `failed` counts the others by reason.  The times include javac
    and starting the JVM; `cpu_seconds` is that of all processes.  `stopped` is the reason if some tests were not run.
    """

    passed: int = 0
    failed: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One method under one heap model.

    `method` is ``Class::name(types)``.  `traces` counts those that some input takes for certain.  `ends` counts all
    traces by kind (return, error, cut, unsupported), with those that no solver confirmed as unknown; `cuts` counts them
    by bound. `reasons` counts the unsupported features, as ``what @ place``, and errors.  `paths` counts distinct
    paths, and `path_digest` is equal for equal sets of paths.  `seconds` is the whole time, `load_seconds` the time
    before the first step, `cpu_seconds` the processor time.  `tests` is None if none were asked for or the method did
    not end.
    """

    method: str
    heap: str
    outcome: RowOutcome
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
    cpu_seconds: float = 0.0
    tests: Tests | None = None

    @property
    def class_name(self) -> str:
        return self.method.partition("::")[0]
