"""Generated tests of one class, with the branches that its paths promise: the per-class part of a campaign."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from symheap.core.cache import cache_folder
from symheap.core.deadline import NEVER
from symheap.core.outcome import Returned, Threw
from symheap.core.source import CodePosition
from symheap.engine.bounds import Bounds
from symheap.engine.state import Trace
from symheap.lang.java.classes import package_of
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.maven import Maven
from symheap.lang.java.options import JavaOptions
from symheap.lang.java_programs import java_methods
from symheap.lang.target import Loaded, Target, TargetError
from symheap.report.explore.explored import Explored
from symheap.session.settings import TEST, Settings, settle
from symheap.session.test_method import Doing, MethodTesting
from symheap.session.watching import Alone
from symheap.testgen.access import Access
from symheap.testgen.asserting.members import is_tested
from symheap.testgen.confirm import Jvm
from symheap.testgen.files import path_of
from symheap.testgen.generate import Plan, Suite, generate
from symheap.testgen.jumps import Jumps
from symheap.testgen.minimize import Minimize
from symheap.testgen.replay.jars import find_toolchain
from symheap.testgen.replay.limits import ReplayLimits
from symheap.testgen.results import Generated, MethodTests

SOLVER_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Asked:
    """The way in which a method is explored."""

    bounds: Bounds
    assume: tuple[str, ...] = ()
    acyclic: frozenset[str] = frozenset()

    def settings(self) -> Settings:
        """Return the same as settings of a test run."""
        bounds = self.bounds
        given = {
            "max_calls": bounds.max_calls,
            "max_loop": bounds.max_loop,
            "max_iterations": bounds.max_iterations,
            "max_depth": bounds.max_depth,
            "max_traces": bounds.max_traces,
            "method_timeout": bounds.timeout,
            "acyclic": tuple(sorted(self.acyclic)),
            "solver_timeout": SOLVER_SECONDS,
        }
        return settle(given, TEST)


@dataclass(frozen=True, slots=True)
class Job:
    """A class of a class folder or jar. `special` says for some methods, as users write them, how they are explored."""

    classes: Path
    class_name: str
    class_path: tuple[Path, ...]
    asked: Asked
    special: Mapping[str, Asked] = field(default_factory=dict)

    @property
    def target(self) -> str:
        return f"{self.classes}::{self.class_name}"


Outcome = tuple[str, int, str, int, str]
"""A branch: source file with its package, line, method, instruction, and decision."""


@dataclass(slots=True)
class Promised:
    """Branches of the user's code on feasible paths: on those that ended, and on others."""

    ended: set[Outcome] = field(default_factory=set)
    cut: set[Outcome] = field(default_factory=set)

    def add(self, trace: Trace[Any], jumps: Jumps) -> None:
        if trace.confirmed:
            into = self.ended if isinstance(trace.end, Returned | Threw) else self.cut
            into |= set(_branches(trace, jumps))


def _branches(trace: Trace[Any], jumps: Jumps) -> Iterator[Outcome]:
    for decision in trace.decisions:
        at = decision.position
        if decision.kind != "branch" or not isinstance(at, CodePosition) or "(" not in at.member:
            continue
        before, parameters = at.member.rsplit("(", 1)
        owner, _, name = before.rpartition(".")
        if any(jump.pc == at.column for jump in jumps.of(owner, f"{name}({parameters}")):
            source = "/".join((*filter(None, package_of(owner).split(".")), jumps.source(owner)))
            yield source, at.line, at.member, at.column, str(decision.choice)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The result for a class: `suite` is None if there is nothing to test, for the reason `why_not`."""

    job: Job
    suite: Suite | None
    promised: Promised
    seconds: float
    why_not: str = ""

    @property
    def generated(self) -> Generated | None:
        return self.suite.generated if self.suite is not None else None


def jvm_for(jdk: Jdk, class_path: Sequence[Path]) -> Jvm:
    toolchain = find_toolchain(jdk, Maven(os.environ), cache_folder(os.environ))
    return Jvm(toolchain, tuple(class_path), ReplayLimits())


def tests_of(job: Job, jdk: Jdk) -> Outcomes:
    """Explore the methods of a class, and generate, run and compare their tests on a JDK."""
    begun = perf_counter()
    promised = Promised()
    options = JavaOptions(
        jdk=str(jdk.home),
        class_path=tuple(map(str, job.class_path)),
        environ=os.environ,
        cache=cache_folder(os.environ),
    )
    tests: list[MethodTests] = []
    skipped: list[str] = []
    plan: Plan | None = None
    try:
        for loaded, asked in _methods(job, options, skipped):
            attempts, own = _attempts(loaded, asked, promised)
            tests.append(attempts)
            jvm = jvm_for(jdk, (job.classes, *job.class_path))
            plan = plan or Plan(job.target, job.class_name, own, 5, Minimize.NONE, jvm)
    except TargetError as error:
        return Outcomes(job, None, promised, perf_counter() - begun, error.message)
    if plan is None:
        return Outcomes(job, None, promised, perf_counter() - begun, "; ".join(skipped) or "no method")
    suite = generate(plan, tests)
    suite = replace(suite, generated=replace(suite.generated, skipped=tuple(skipped)))
    return Outcomes(job, suite, promised, perf_counter() - begun)


def _methods(job: Job, options: JavaOptions, skipped: list[str]) -> Iterator[tuple[Loaded, Asked]]:
    """Yield the methods of the class; for one with special settings, the program for these."""
    for member in java_methods(Target(str(job.classes), (job.class_name,)), options, is_tested).members:
        if not isinstance(member, Loaded):
            skipped.append(str(member))
            continue
        special = job.special.get(member.target.names[-1], job.asked)
        if special.assume:
            narrower = replace(options, assume=special.assume)
            [member] = (each for each in java_methods(member.target, narrower).members if isinstance(each, Loaded))
        yield member, special


def _attempts(loaded: Loaded, asked: Asked, promised: Promised) -> tuple[MethodTests, Access]:
    """Return the tests of a method, as ``symheap test`` generates them."""
    assert loaded.java is not None
    world = loaded.java.table.world
    access = Access(world, package_of(loaded.java.subject.class_name))
    testing = MethodTesting(asked.settings(), access, 5, (), Alone(), Doing(""), looks_twice=False)
    return testing.tests(loaded, _Noting(promised, Jumps(world.class_path)), NEVER, 1), access


@dataclass(frozen=True, slots=True)
class _Noting:
    """Receives the paths of a method, and records the branches that they promise."""

    promised: Promised
    jumps: Jumps

    def method(self, run: Explored) -> _Noting:
        return self

    def second_look(self, run: Explored) -> _Noting:
        return self

    def add(self, trace: Trace[Any], fail: Callable[[Explored, Exception], None]) -> None:
        self.promised.add(trace, self.jumps)

    def end(self) -> None:
        pass


def write_suite(suite: Suite, package: str, root: Path) -> tuple[Path, ...]:
    """Write the files of a suite below a source root."""
    written: list[Path] = []
    for name, text in suite.files.items():
        path = path_of(root, package, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return tuple(written)
