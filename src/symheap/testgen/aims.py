"""Compare symbolic paths with the goals of a suite: which of them are worth a test."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from symheap.core.outcome import Returned, Threw
from symheap.engine.state import Trace
from symheap.lang.java.entry import JavaProgram
from symheap.report.explore.crashes import IsOwn, crash_key
from symheap.testgen.cases import NoTest, Test
from symheap.testgen.goals import RETURNS, Goal, Goals, Outcome, crash_outcome, outcome_of
from symheap.testgen.paths import OwnPaths

_ATTEMPTS = 3
"""Attempts at a test for the same goals."""


@dataclass(slots=True)
class Aims:
    """The goals as the paths of one method see them.

    A symbolic result may be any value of its type, so a path that returns is new by its branches, or if no call of the
    method is known to return.
    """

    goals: Goals
    java: JavaProgram
    is_own: IsOwn
    _paths: OwnPaths = field(init=False)
    _attempts: Counter[frozenset[Goal]] = field(default_factory=Counter)
    _open: dict[str, frozenset[Goal]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._paths = OwnPaths(self.java)

    def are_new(self, trace: Trace[Any]) -> bool:
        """Whether a path reaches a new goal, or none can be told because it has no end."""
        if not trace.confirmed or not isinstance(trace.end, Returned | Threw):
            return True
        missing = self._missing(trace)
        return bool(missing) and self._attempts[missing] < _ATTEMPTS

    def is_called(self, trace: Trace[Any], path: str) -> bool:
        """Whether the test of a call takes this path; it is then a test of the path with this number."""
        if not trace.confirmed or not isinstance(trace.end, Returned | Threw):
            return False
        test = self.goals.called.get((str(self.java.subject.method), self._paths.of_trace(trace)))
        if test is None or test in self.goals.twins:
            return False
        self.goals.twins[test] = path
        return True

    def tried(self, trace: Trace[Any], result: Test | NoTest) -> None:
        """Note the test of a path that was new, or that it has none."""
        missing = self._missing(trace)
        self._attempts[missing] += 1
        if isinstance(result, NoTest):
            self._open[result.path] = missing
            return
        self.goals.add(self._of(trace))
        if crash_key(trace.end, self.is_own) is None:
            self.goals.add(self.goals.taken_by(self._paths, result.run))
            self.goals.add((outcome_of(self.java.subject.method, result.run),))

    def are_covered(self, path: str) -> bool:
        """Whether tests of other paths reach all goals of a path without a test."""
        missing = self._open.get(path)
        return bool(missing) and not self.goals.adds(missing or ())

    def _missing(self, trace: Trace[Any]) -> frozenset[Goal]:
        return frozenset(goal for goal in self._of(trace) if goal not in self.goals.covered)

    def _of(self, trace: Trace[Any]) -> frozenset[Goal]:
        if not isinstance(trace.end, Returned | Threw):
            return frozenset()
        key = crash_key(trace.end, self.is_own)
        if key is not None:
            return frozenset((crash_outcome(key),))
        branches = self.goals.taken(self._paths, trace.decisions)
        method = str(self.java.subject.method)
        if isinstance(trace.end, Threw):
            return frozenset((*branches, Outcome(method, trace.end.exception or trace.end.error.value)))
        known = any(isinstance(goal, Outcome) and goal.is_return_of(method) for goal in self.goals.covered)
        return branches if known else frozenset((*branches, Outcome(method, RETURNS)))
