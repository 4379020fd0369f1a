"""Collect tests from public calls: each call that reaches a new goal becomes a test at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from symheap.core.deadline import Deadline, OutOfTime, look
from symheap.core.outcome import Threw
from symheap.core.source import Position
from symheap.lang.java.classes import INIT, JavaMethod
from symheap.lang.java.entry import JavaProgram, of_method
from symheap.lang.java.locate import Subject
from symheap.lang.target import TargetError
from symheap.report.explore.crashes import crash_key
from symheap.testgen.access import Access
from symheap.testgen.asserting.members import is_tested
from symheap.testgen.building.literals import NULL
from symheap.testgen.calls.search import Called, CallLimits, CallSearch
from symheap.testgen.calls.tests import test_of_call
from symheap.testgen.cases import Test
from symheap.testgen.goals import Goal, Goals, crash_outcome, is_part_of, outcome_of
from symheap.testgen.paths import OwnPaths
from symheap.testgen.reach.pools import Pools

_ATTEMPTS = 4
"""Attempts at a test for the same goals."""
PREFIX = "c"
"""Begins the number of a path that was found by calls."""


@dataclass(slots=True)
class CallTests:
    """The tests of one class that sequences of its public calls lead to.

    `is_own` tells positions in the user's code.  With `only`, the other methods are called before the act alone.
    `tests` are in the order of finding.
    """

    java: JavaProgram
    access: Access
    is_own: Callable[[Position], bool]
    goals: Goals
    junit: int = 5
    only: JavaMethod | None = None
    tests: list[Test] = field(default_factory=list)
    _programs: dict[tuple[str, JavaMethod], JavaProgram | None] = field(default_factory=dict)
    _attempts: Counter[frozenset[Goal]] = field(default_factory=Counter)
    _paths: OwnPaths = field(init=False)

    def __post_init__(self) -> None:
        self._paths = OwnPaths(self.java)

    def collect(self, deadline: Deadline, limits: CallLimits | None = None) -> None:
        """Search until the deadline, or until nothing new is found for long."""
        pools = Pools()
        declared = self.java.table.world.find(self.goals.class_name).methods.values()
        pools.mention(self.java.table, [self.java.program.methods[m.owner, m.key] for m in declared if m.code])
        search = CallSearch(
            self.java,
            self.goals.class_name,
            self.access,
            pools,
            self._gains,
            lambda: bool(self.goals.missing),
            limits or CallLimits(),
        )
        try:
            search.search(deadline)
        except OutOfTime:
            look()

    def _gains(self, called: Called) -> bool:
        """Make a test of a call that reaches a new goal; return whether there is one."""
        method = called.member.method
        world = self.java.table.world
        is_chosen = method is self.only if self.only is not None else world.class_path.is_user(method.owner)
        if not is_chosen or not is_tested(world.find(called.member.owner), method):
            return False
        reached = self._reached(called)
        if not self.goals.adds(reached) or self._attempts[reached] >= _ATTEMPTS:
            return False
        self._attempts[reached] += 1
        test = self._test(called)
        if test is None:
            return False
        self.goals.add(reached)
        self.goals.called[str(method), self._paths.of(test.run)] = test.candidate.path
        self.tests.append(test)
        return True

    def _reached(self, called: Called) -> frozenset[Goal]:
        """Return the goals that a call reaches.  A crash that null causes is left to the caller, and reaches none."""
        method, run = called.member.method, called.run
        crash = crash_key(run.end, self.is_own) if isinstance(run.end, Threw) else None
        if crash is not None:
            return frozenset() if _has_null(called) else frozenset((crash_outcome(crash),))
        branches = self.goals.taken_by(self._paths, run)
        outcome = outcome_of(method, run)
        return frozenset((*branches, outcome)) if is_part_of(method.owner, self.goals.class_name) else branches

    def _test(self, called: Called) -> Test | None:
        java = self._program(called)
        if java is None:
            return None
        number = f"{PREFIX}{len(self.tests)}"
        made = test_of_call(called, java, number, self.access, self.junit)
        return made if isinstance(made, Test) else None

    def _program(self, called: Called) -> JavaProgram | None:
        """Return the program of the called method, as seen from the class of its receiver; None if it has none."""
        method = called.member.method
        name = method.owner
        if called.receiver is not None:
            name = called.state.heap.class_of(called.receiver.number)
        elif method.name == INIT:
            name = called.member.owner
        at = name, method
        if at not in self._programs:
            subject = self.java.subject
            try:
                self._programs[at] = of_method(self.java, Subject(subject.world, name, method, subject.location))
            except TargetError:
                self._programs[at] = None
        return self._programs[at]


def _has_null(called: Called) -> bool:
    """Whether null is an argument of the call, or of a call before it."""
    if any(operand.code == NULL for operand in called.arguments):
        return True
    return any(part in NULL for step in called.state.steps for part in step.code)
