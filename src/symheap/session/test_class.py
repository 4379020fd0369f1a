"""Generate, compile, run and write the tests of one class."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace

from symheap.core.cache import cache_folder
from symheap.core.deadline import Deadline, look
from symheap.lang.java.classes import package_of
from symheap.lang.java.files.child import CannotRun
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.lang.java_programs import java_methods
from symheap.lang.target import Loaded, Target
from symheap.session.estimate import Estimator
from symheap.session.kept.tests import Done, KeptClass
from symheap.session.ranking import Ranking
from symheap.session.settings import Settings
from symheap.session.status import WrongUse
from symheap.session.subjects import Subjects
from symheap.session.test_jobs import ClassJob, class_path_of
from symheap.session.test_method import Doing, MethodTesting
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
        ranking = Ranking(self._deadline.share(2), narrowed=False, one_method=not subjects.several)
        plan, methods = self._explored(job, subjects, settings, toolchain, kept, ranking)
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
    ) -> tuple[Plan, list[MethodTests]]:
        plan: Plan | None = None
        methods: list[MethodTests] = []
        half = self._deadline.share(2)
        for loaded in subjects:
            plan = plan or _plan(job, loaded, settings, toolchain)
            method = MethodTesting(settings, plan.access, plan.junit, job.sources, self._watcher, self._doing, ranking)
            methods.append(method.tests(loaded, kept, half, 2 * subjects.left))
        assert plan is not None
        return plan, methods

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
    return Plan(job.target, subject.class_name, access, job.junit, Minimize(settings.minimize), jvm)


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
