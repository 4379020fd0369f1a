"""The tests of a class that its public calls lead to, before its methods are explored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from symheap.core.deadline import Deadline
from symheap.core.nodes import aside
from symheap.lang.target import Loaded
from symheap.report.explore.explored import Explored
from symheap.session.explore import begin
from symheap.session.settings import Settings
from symheap.session.watching import last_moment
from symheap.testgen.calls.collect import CallTests
from symheap.testgen.calls.join import joined
from symheap.testgen.generate import Plan
from symheap.testgen.goals import Goals
from symheap.testgen.minimize import Minimize
from symheap.testgen.results import MethodTests


@dataclass(frozen=True, slots=True)
class ClassCalls:
    """Tests from calls of one class.  `run` is an exploration of the class that is never run, for its words."""

    tests: CallTests
    goals: Goals
    run: Explored
    sources: tuple[Path, ...]
    explored: set[tuple[str, str]] = field(default_factory=set)

    @staticmethod
    def of(
        loaded: Loaded, settings: Settings, plan: Plan, sources: tuple[Path, ...], *, is_one_method: bool
    ) -> ClassCalls | None:
        """Return the calls of a class, or of its one method; None if every path has a test anyway."""
        java = loaded.java
        if java is None or plan.minimize is not Minimize.BRANCHES:
            return None
        goals = Goals(java.table.world, plan.class_name)
        run = begin(loaded, settings, settings.heap)
        only = java.subject.method if is_one_method else None
        tests = CallTests(java, plan.access, run.notation.is_own, goals, plan.junit, only)
        return ClassCalls(tests, goals, run, sources)

    def collect(self, deadline: Deadline) -> None:
        """Call the methods of the class.  Assumptions about inputs are for explorations alone."""
        if self.tests.java.unasked is None:
            with aside():
                self.tests.collect(last_moment(deadline))

    def units(self, loaded: Loaded, left: int) -> int:
        """Return the number of units of work that share the remaining time, of which a method is one.

        Of the methods that are left, each has a share for itself and one for each of its branches that no test covers.
        """
        assert loaded.java is not None
        method = loaded.java.subject.method
        missing = sum(at not in self.explored for at in self.goals.missing_methods())
        own = 1 + self.goals.missing_in(method)
        self.explored.add((method.owner, method.key))
        return max(2, 2 * (left + missing) // own)

    def joined(self, methods: Sequence[MethodTests]) -> list[MethodTests]:
        return joined(methods, self.tests.tests, self.goals.twins, self.run, self.sources)
