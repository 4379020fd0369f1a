"""Generate, compile, run and write the tests of one class."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Final

from symheap.core.cache import cache_folder
from symheap.core.deadline import NEVER, Deadline, look
from symheap.lang.java.classes import package_of
from symheap.lang.java.files.child import CannotRun
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.lang.java_programs import java_methods
from symheap.lang.target import Loaded, Target
from symheap.report.explore.explored import Path
from symheap.session.estimate import Estimator
from symheap.session.kept.tests import Done, KeptClass
from symheap.session.ranking import Ranking
from symheap.session.settings import Settings
from symheap.session.status import WrongUse
from symheap.session.subjects import Subjects
from symheap.session.test_calls import ClassCalls
from symheap.session.test_jobs import ClassJob, class_path_of
from symheap.session.test_method import Doing, MethodTesting, add_all
from symheap.session.watching import Watcher
from symheap.store.file import RunFile
from symheap.testgen.access import Access
from symheap.testgen.asserting.members import is_tested
from symheap.testgen.confirm import Jvm
from symheap.testgen.files import Fate, Written, fate, path_of
from symheap.testgen.files import write as write_file
from symheap.testgen.generate import Plan, Suite, generate
from symheap.testgen.minimize import Minimize
from symheap.testgen.replay.jars import find_toolchain
from symheap.testgen.replay.limits import ReplayLimits
from symheap.testgen.replay.toolchain import Toolchain
from symheap.testgen.results import MethodTests
from symheap.testgen.writing.stamp import is_pristine


class ClassTesting:
    """Generates the tests of classes.  Classes for the same JUnit version share one toolchain."""

    def __init__(self, settings: Settings, watcher: Watcher, doing: Doing, deadline: Deadline) -> None:
        self._settings = settings
        self._watcher = watcher
        self._doing = doing
        self._deadline = deadline
        self._toolchains: dict[int, Toolchain] = {}
        self._has_told = False

    def tests(self, job: ClassJob, file: RunFile | None) -> Done:
        """Return the tests of a class, stored ones or new ones.  Raises `TargetError` if it has nothing to test."""
        kept = KeptClass(file, job.target, job.sources)
        before = kept.before()
        if before is not None:
            return before
        start = time.perf_counter()
        entries = (*self._settings.class_path, *map(str, job.class_path))
        settings = replace(self._settings, class_path=entries)
        toolchain = self._toolchain(settings, job) if settings.replay else None
        subjects = self._subjects(job, settings)
        kept.begin()
        times = _Times.of(self._deadline & _budget(settings, start), start, is_run=settings.replay)
        subjects.limit(times.exploring)
        ranking = Ranking(times.ranking, narrowed=False, one_method=not subjects.several)
        plan, methods = self._explored(job, subjects, settings, toolchain, kept, ranking, times)
        ranked = {bug.ranked.key: bug.ranked for bug in ranking.bugs()}
        suite = self._suite(plan, methods)
        files = _files(job, plan, suite)
        generated = replace(
            suite.generated,
            skipped=tuple(subjects.skipped),
            files=tuple(each for each, _ in files),
            bounds=bounds_of(settings),
            seconds=time.perf_counter() - start,
            ranked=ranked,
        )
        done = kept.end(replace(suite, generated=generated), files, in_part=self._watcher.seen)
        self._write(files)
        kept.written()
        return done

    def _subjects(self, job: ClassJob, settings: Settings) -> Subjects:
        target = Target.parse(job.target)
        self._doing.line = f"symheap: reading {job.target}"
        return Subjects.of(
            lambda: java_methods(target, settings.java(), is_tested), settings, self._watcher, self._deadline
        )

    def _explored(
        self,
        job: ClassJob,
        subjects: Subjects,
        settings: Settings,
        toolchain: Toolchain | None,
        kept: KeptClass,
        ranking: Ranking,
        times: _Times,
    ) -> tuple[Plan, list[MethodTests]]:
        plan: Plan | None = None
        calls: ClassCalls | None = None
        methods: list[MethodTests] = []
        crashing: list[Path] = []
        rank = add_all if times.end.at == inf else lambda _, paths: crashing.extend(paths)
        for loaded in subjects:
            if plan is None:
                plan = replace(_plan(job, loaded, settings, toolchain), until=times.end)
                calls = self._called(plan, loaded, settings, job, times, is_one_method=not subjects.several)
            method = MethodTesting(
                settings, plan.access, plan.junit, job.sources, self._watcher, self._doing, ranking, rank=rank
            )
            if calls is not None:
                method = replace(method, goals=calls.goals)
            units = 2 * subjects.left if calls is None else calls.units(loaded, subjects.left)
            methods.append(method.tests(loaded, kept, times.exploring, units))
        assert plan is not None
        add_all(ranking, crashing)
        return plan, methods if calls is None else calls.joined(methods)

    def _called(
        self, plan: Plan, loaded: Loaded, settings: Settings, job: ClassJob, times: _Times, *, is_one_method: bool
    ) -> ClassCalls | None:
        """Call the methods of the class, unless every path has a test anyway."""
        calls = ClassCalls.of(loaded, settings, plan, job.sources, is_one_method=is_one_method)
        if calls is not None:
            self._doing.line = f"symheap: {plan.target}: calling its methods"
            self._watcher.call(partial(calls.collect, times.calls))
        return calls

    def _suite(self, plan: Plan, methods: list[MethodTests]) -> Suite:
        look()
        count = sum(len(method.tests) for method in methods)
        if plan.jvm is not None and count and not self._has_told:
            self._has_told = True
            limits = plan.jvm.limits
            self._watcher.tell(
                f"symheap: running the tests, and so code of the program, in a child process: at most "
                f"{limits.seconds:g} s a test and {limits.memory_mb} MB (--no-replay leaves that out)"
            )

        estimate, begun, doing = Estimator(), [0], self._doing

        def progress(run: int) -> None:
            begun[0] = run
            doing.line = f"symheap: {plan.target}: running test {run + 1} of {count}"
            doing.left = lambda: estimate.words(plan, begun[0] / count)

        doing.line, doing.left = f"symheap: {plan.target}: compiling {count} tests", str
        try:
            return generate(plan, methods, progress)
        except CannotRun as error:
            raise WrongUse(f"the tests cannot be run: {error}; --no-replay leaves that out") from error

    def _toolchain(self, settings: Settings, job: ClassJob) -> Toolchain:
        """Return JUnit and its JDK, which are located before the long work begins."""
        if job.junit not in self._toolchains:
            maven = Maven(os.environ, lambda doing: self._watcher.note(f"symheap: {doing}"))
            try:
                self._toolchains[job.junit] = find_toolchain(
                    find_jdk(settings.jdk, os.environ),
                    maven,
                    cache_folder(os.environ),
                    junit=4 if job.junit == 4 else 5,
                    class_path=(*job.class_path, *job.test_path),
                )
            except Unavailable as error:
                raise WrongUse(f"the tests cannot be run: {error}") from error
        return self._toolchains[job.junit]

    def _write(self, files: Sequence[tuple[Written, str]]) -> None:
        for each, text in files:
            if write_file(each.path, text, is_pristine).fate is Fate.KEPT:
                why = "it was edited, or is not one of ours" if each.path.is_file() else "it is no file"
                self._watcher.note(f"{each.path}: warning: kept as it is, since {why}; the new text was not written")


@dataclass(frozen=True, slots=True)
class _Times:
    """When the parts of the work on a class end: calls, exploring, ranking, and running the tests.

    With a limit, crashes are ranked after exploring, so that their sequences of calls take no time from it.
    """

    calls: Deadline
    exploring: Deadline
    ranking: Deadline
    end: Deadline

    @staticmethod
    def of(end: Deadline, start: float, *, is_run: bool) -> _Times:
        """Divide the time until `end`; a part is reserved for the compiler and the JVM if the tests are run."""
        if end.at == inf:
            return _Times(NEVER, NEVER, NEVER, NEVER)
        whole = end.at - start
        kept = whole * (_KEPT if is_run else _KEPT_TO_WRITE)
        exploring = Deadline(end.at - kept - _RANKING * whole)
        return _Times(Deadline(start + _CALLS * whole), exploring, Deadline(end.at - kept), end)


def _budget(settings: Settings, start: float) -> Deadline:
    return NEVER if settings.budget is None else Deadline(start + settings.budget)


_CALLS: Final = 0.5
_RANKING: Final = 0.1
_KEPT: Final = 0.25
_KEPT_TO_WRITE: Final = 0.05


def _files(job: ClassJob, plan: Plan, suite: Suite) -> list[tuple[Written, str]]:
    """Return the files to write.  The helper is left out if its tests stay as they are."""
    files: list[tuple[Written, str]] = []
    for name, text in suite.files.items():
        if any(each.fate is Fate.KEPT for each, _ in files):
            break
        path = path_of(job.into, plan.access.package, name)
        files.append((Written(path, fate(path, text, is_pristine)), text))
    return files


def _plan(job: ClassJob, loaded: Loaded, settings: Settings, toolchain: Toolchain | None) -> Plan:
    java = loaded.java
    assert java is not None
    subject, target = java.subject, Target.parse(job.target)
    package = settings.package if settings.package is not None else package_of(subject.class_name)
    jvm = None
    if toolchain is not None:
        jvm = Jvm(toolchain, class_path_of(subject, target, settings.class_path), ReplayLimits())
    access = Access(subject.world, package)
    how = Minimize(settings.minimize)
    if how is Minimize.BRANCHES and not subject.world.class_path.is_user(subject.class_name):
        how = Minimize.NONE  # No probe sees the branches of JDK classes.
    return Plan(job.target, subject.class_name, access, job.junit, how, jvm)


def bounds_of(settings: Settings) -> str:
    """Return the bounds that decide which paths there are, as options."""
    bounds = {
        "max-calls": settings.max_calls,
        "max-loop": settings.max_loop,
        "max-iterations": settings.max_iterations,
        "max-depth": settings.max_depth,
        "max-traces": settings.max_traces,
        "method-timeout": settings.method_timeout,
        "timeout": settings.timeout,
    }
    return " ".join(f"--{name} {value:g}" for name, value in bounds.items() if value is not None)
