"""``symheap test``: JUnit tests that were seen to pass."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, Protocol

from symheap.cli.clock import last_moment, whole_run
from symheap.cli.estimate import Estimate
from symheap.cli.interrupt import Interrupt
from symheap.cli.keeping import keeping
from symheap.cli.kept_tests import Done, KeptClass, KeptMethod
from symheap.cli.page_form import page_of
from symheap.cli.run_line import RunLine
from symheap.cli.settings import TEST_LOOP, Settings, begin, jdk_of
from symheap.cli.status import Status, WrongUse, worst
from symheap.cli.subjects import Subjects
from symheap.cli.terminal import Output, Progress, complain, output
from symheap.cli.test_jobs import Job, Wanted, class_path_of, files_read, jobs_of
from symheap.core.deadline import Deadline, OutOfTime, look, within
from symheap.core.outcome import Bound
from symheap.engine.state import Trace
from symheap.lang.java.classes import package_of
from symheap.lang.java.files.cache import cache_folder
from symheap.lang.java.files.child import CannotRun
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.lang.java_programs import java_methods
from symheap.lang.target import Loaded, Target, TargetError
from symheap.report import json
from symheap.report.run import Run
from symheap.report.sarif import Ended
from symheap.store.file import RunFile
from symheap.store.records import StoreError
from symheap.testgen import report_json, report_junit, report_sarif, report_text
from symheap.testgen.access import Access
from symheap.testgen.asserting.members import is_tested
from symheap.testgen.attempts import Attempts
from symheap.testgen.confirm import Jvm
from symheap.testgen.files import Fate, Written, check_writable, fate, path_of
from symheap.testgen.files import write as write_file
from symheap.testgen.generate import Plan, Suite, generate
from symheap.testgen.minimize import Minimize
from symheap.testgen.project.changed import HEAD
from symheap.testgen.replay.jars import find_toolchain
from symheap.testgen.replay.limits import Limits
from symheap.testgen.replay.toolchain import Toolchain
from symheap.testgen.results import MethodTests
from symheap.testgen.writing.stamp import is_pristine

DEEPER: dict[str, Any] = {"max_loop": 40, "max_traces": 60, "method_timeout": 3.0}
"""Bounds of a second look at methods with loops that have more rounds than one would like in a test."""


HTML: Final = "html"


class Add(Protocol):
    """What becomes of a path; without time, nothing but a note."""

    def __call__(self, trace: Trace[Any], *, in_time: bool) -> None: ...


def write(wanted: Wanted) -> Status:
    """Tests for each class that the target stands for.  What came of a class is kept before its files are written."""
    deadline = whole_run(wanted.settings.timeout)
    jobs = within(last_moment(deadline), lambda: jobs_of(wanted))
    if not jobs:
        complain(f"symheap: nothing in {wanted.target} differs from {wanted.since or HEAD}")
    for root in dict.fromkeys(job.into for job in jobs):
        check_writable(root)
    work = Work(wanted, deadline)
    with (
        Interrupt() as interrupt,
        Progress(work.told, quiet=wanted.quiet) as progress,
        keeping(
            "test",
            wanted.target,
            facts(wanted),
            files_read(wanted, jobs),
            jdk=jdk_of(wanted.target, wanted.settings) if jobs else None,
            store=wanted.store and bool(jobs),
            needed=wanted.form == HTML,
        ) as keeper,
        output(None, progress) as out,
    ):
        work.file = keeper.file
        keeper.figures = lambda: {"doing": work.line.removeprefix("symheap: ")}
        status = work.status = _run_all(work, jobs, interrupt)
        keeper.note_skipped([*work.skipped, *(each for done in work.done for each in done.document["skipped"])])
        if not work.is_full:
            keeper.end(status)
        out.write(page_of(keeper) if wanted.form == HTML else FORMS[wanted.form](wanted, work, out))
    return status


def _run_all(work: Work, jobs: Sequence[Job], interrupt: Interrupt) -> Status:
    """All classes, up to the first that cannot be kept."""
    try:
        for job in takewhile(lambda _: not interrupt.seen, jobs):
            work.run_in_time(job, interrupt, several=len(jobs) > 1)
    except StoreError as error:
        complain(f"symheap: error: {error}; what was found before is kept")
        work.is_full = True
    if interrupt.seen:
        return Status.INTERRUPTED
    is_open = work.is_full or work.is_late
    return worst((*(each.status for each in work.done), *([Status.INCONCLUSIVE] if is_open else [])))


def facts(wanted: Wanted) -> dict[str, object]:
    """What the tests depend on, besides the program.  The bounds decide which paths there are."""
    asked = {"into": wanted.into, "changed": wanted.changed, "since": wanted.since}
    return {**asdict(wanted.settings), **asked, "bounds": _bounds(wanted.settings)}


class Work:
    """Classes on their way from paths to files.

    `line` is how far it is; `done` is what came of classes, and `skipped` are those that have no tests.  `is_full`: the
    file of the run took no more.  `is_late`: the time was over before all classes were done.
    """

    def __init__(self, wanted: Wanted, deadline: Deadline) -> None:
        self.file: RunFile | None = None
        self.done: list[Done] = []
        self.status = Status.CLEAN
        self.is_full = False
        self.is_late = False
        self._deadline = deadline
        self._wanted = wanted
        self._toolchains: dict[int, Toolchain] = {}
        self._has_told = False
        self.line = f"symheap: reading {wanted.target}"
        self.skipped: list[str] = []
        self._left: Callable[[], str] = str

    def told(self) -> str:
        """The line, and what is left of what it is about."""
        left = self._left()
        return f"{self.line}, {left}" if left else self.line

    def run_in_time(self, job: Job, interrupt: Interrupt, *, several: bool) -> None:
        """As `run`.  A class that is not done in time is skipped, with all that was found of it."""
        try:
            within(last_moment(self._deadline), lambda: self.run(job, interrupt, several=several))
        except OutOfTime:
            self.is_late = True
            self.skipped.append(str(TargetError("out of time before its tests were written", job.target)))

    def run(self, job: Job, interrupt: Interrupt, *, several: bool) -> None:
        """One class: as it was done before, or now.  Of several, one that has nothing to test is skipped."""
        kept = KeptClass(self.file, job.target, job.sources)
        before = kept.before()
        if before is not None:
            self.done.append(before)
            return
        start = time.perf_counter()
        entries = (*self._wanted.settings.class_path, *map(str, job.class_path))
        settings = replace(self._wanted.settings, class_path=entries)
        jdk = find_jdk(settings.jdk, os.environ)
        toolchain = self._toolchain(jdk, job) if settings.replay else None
        subjects = self._subjects(job, settings, interrupt, several=several or self._wanted.changed)
        if subjects is None:
            return
        kept.begin()
        plan, found = self._explored(job, subjects, settings, toolchain, kept, interrupt)
        suite = self._suite(plan, found)
        files = _files(job, plan, suite)
        generated = replace(
            suite.generated,
            skipped=tuple(subjects.skipped),
            files=tuple(each for each, _ in files),
            bounds=_bounds(settings),
            seconds=time.perf_counter() - start,
        )
        done = kept.end(replace(suite, generated=generated), files, in_part=interrupt.seen)
        _write(files)
        kept.written()
        self.done.append(done)

    def _subjects(self, job: Job, settings: Settings, interrupt: Interrupt, *, several: bool) -> Subjects | None:
        """The methods of a class, or None if it is one of several and is skipped."""
        target = Target.parse(job.target)
        self.line = f"symheap: reading {job.target}"
        try:
            return Subjects.of(
                lambda: java_methods(target, settings.java(), is_tested), settings, interrupt, self._deadline
            )
        except TargetError as error:
            if not several:
                raise
            self.skipped.append(str(error))
            return None

    def _explored(
        self,
        job: Job,
        subjects: Subjects,
        settings: Settings,
        toolchain: Toolchain | None,
        kept: KeptClass,
        interrupt: Interrupt,
    ) -> tuple[Plan, list[MethodTests]]:
        plan: Plan | None = None
        found: list[MethodTests] = []
        half = self._deadline.share(2)
        for loaded in subjects:
            plan = plan or _plan(job, loaded, settings, toolchain)
            own = settings.for_unit(half, 2 * subjects.left)
            attempts = Attempts(begin(loaded, own, settings.heap), plan.access, plan.junit, sources=job.sources)
            self._walk(attempts, attempts.run, attempts.add, kept.method(attempts.run), interrupt)
            if attempts.branches.is_open and settings.max_loop == TEST_LOOP and not interrupt.seen:
                attempts.deeper = begin(
                    loaded, replace(settings, **DEEPER).for_unit(half, 2 * subjects.left), settings.heap
                )
                again = kept.second_look(attempts.deeper)
                self._walk(attempts, attempts.deeper, attempts.add_deeper, again, interrupt)
            found.append(attempts.result())
        assert plan is not None
        return plan, found

    def _walk(self, attempts: Attempts, run: Run, add: Add, kept: KeptMethod, interrupt: Interrupt) -> None:
        """First all paths, then their tests: each of the two has the time that the bounds give to a method.

        Of a limit for the whole run, half is for the compiler and the JVM.
        """
        traces: list[Trace[Any]] = []
        self._left = partial(RunLine().left, run)
        try:
            for trace in interrupt.each(run.exploration):
                traces.append(trace)
                kept.add(trace, attempts.fail)
                self.line = f"symheap: {run.target}: {len(traces)} paths"
        except StoreError:
            raise
        except Exception as error:
            attempts.fail(run, error)
        run.finish(Bound.INTERRUPTED if interrupt.seen else None)
        self._left = str
        until = Deadline.after(run.exploration.bounds.timeout)
        attempts.deadline = last_moment(until)
        for trace in traces:
            add(trace, in_time=not until.has_passed and not interrupt.seen)
            self.line = f"symheap: {run.target}: {len(traces)} paths, {len(attempts.tests)} tests"
        kept.end()

    def _suite(self, plan: Plan, found: list[MethodTests]) -> Suite:
        look()
        count = sum(len(method.tests) for method in found)
        if plan.jvm is not None and count and not self._has_told and not self._wanted.quiet:
            self._has_told = True
            limits = plan.jvm.limits
            complain(
                f"symheap: running the tests, and so code of the program, in a child process: at most "
                f"{limits.seconds:g} s a test and {limits.memory_mb} MB (--no-replay leaves that out)"
            )

        estimate, begun = Estimate(), [0]

        def progress(run: int) -> None:
            begun[0] = run
            self.line = f"symheap: {plan.target}: running test {run + 1} of {count}"
            self._left = lambda: estimate.words(plan, begun[0] / count)

        self.line, self._left = f"symheap: {plan.target}: compiling {count} tests", str
        try:
            return generate(plan, found, progress)
        except CannotRun as error:
            raise WrongUse(f"the tests cannot be run: {error}; --no-replay leaves that out") from error

    def _toolchain(self, jdk: Jdk, job: Job) -> Toolchain:
        """Found before the long work begins."""
        if job.junit not in self._toolchains:
            maven = Maven(os.environ, lambda doing: complain(f"symheap: {doing}"))
            try:
                self._toolchains[job.junit] = find_toolchain(
                    jdk,
                    maven,
                    cache_folder(os.environ),
                    junit=4 if job.junit == 4 else 5,
                    class_path=(*job.class_path, *job.test_path),
                )
            except Unavailable as error:
                raise WrongUse(f"the tests cannot be run: {error}") from error
        return self._toolchains[job.junit]


def _files(job: Job, plan: Plan, suite: Suite) -> list[tuple[Written, str]]:
    """The files, before they are written.  A helper for tests that stay as they are is none."""
    found: list[tuple[Written, str]] = []
    for name, text in suite.files.items():
        if any(each.fate is Fate.KEPT for each, _ in found):
            break
        path = path_of(job.into, plan.access.package, name)
        found.append((Written(path, fate(path, text, is_pristine)), text))
    return found


def _write(files: list[tuple[Written, str]]) -> None:
    for each, text in files:
        if write_file(each.path, text, is_pristine).fate is Fate.KEPT:
            why = "it was edited, or is not one of ours" if each.path.is_file() else "it is no file"
            complain(f"{each.path}: warning: kept as it is, since {why}; the new text was not written")


def _plan(job: Job, loaded: Loaded, settings: Settings, toolchain: Toolchain | None) -> Plan:
    java = loaded.java
    assert java is not None
    subject, target = java.subject, Target.parse(job.target)
    package = settings.package if settings.package is not None else package_of(subject.class_name)
    jvm = None
    if toolchain is not None:
        jvm = Jvm(toolchain, class_path_of(subject, target, settings.class_path), Limits())
    access = Access(subject.world, package)
    return Plan(job.target, subject.class_name, access, job.junit, Minimize(settings.minimize), jvm)


def _bounds(settings: Settings) -> str:
    """As options."""
    said = {
        "max-calls": settings.max_calls,
        "max-loop": settings.max_loop,
        "max-iterations": settings.max_iterations,
        "max-depth": settings.max_depth,
        "max-traces": settings.max_traces,
        "method-timeout": settings.method_timeout,
        "timeout": settings.timeout,
    }
    return " ".join(f"--{name} {value:g}" for name, value in said.items() if value is not None)


# Forms ----------------------------------------------------------------------------------------------------------------


def _text(wanted: Wanted, work: Work, out: Output) -> str:
    parts = (each.told(quiet=wanted.quiet, paint=out.paint) for each in work.done)
    return "".join(parts) + report_text.closing([each.counts for each in work.done], work.skipped)


def _json(wanted: Wanted, work: Work, out: Output) -> str:
    return json.text(report_json.document(wanted.target, [each.document for each in work.done], work.skipped))


def _sarif(wanted: Wanted, work: Work, out: Output) -> str:
    ended = Ended(work.status, is_successful=work.status is not Status.INTERRUPTED and not work.is_full)
    classes = [each.document for each in work.done]
    return json.text(report_sarif.document(wanted.target, classes, work.skipped, ended, Path.cwd()))


def _junit(wanted: Wanted, work: Work, out: Output) -> str:
    return report_junit.document(wanted.target, [each.document for each in work.done], work.skipped)


FORMS: Mapping[str, Callable[[Wanted, Work, Output], str]] = {
    "text": _text,
    "json": _json,
    "sarif": _sarif,
    "junit-xml": _junit,
}
