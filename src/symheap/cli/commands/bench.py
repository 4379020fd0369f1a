"""``symheap bench``: run the methods of a study and compare them with the numbers printed in a paper."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace

from symheap.bench import places, studies
from symheap.bench import run as running
from symheap.bench.report.text import TextStyle
from symheap.bench.row import RowOutcome
from symheap.bench.run import StudyPlan
from symheap.bench.study import Study, StudyProject
from symheap.bench.studying import BenchRequest, study
from symheap.bench.workers import JobLimits
from symheap.cli.invocation import keep
from symheap.cli.options.declared import heap_models
from symheap.cli.options.studies import Rounds, StudyRequest
from symheap.cli.terminal.streams import Output, Progress
from symheap.cli.terminal.streams import output as standard_output
from symheap.cli.terminal.watching import Watching
from symheap.core.cache import cache_folder
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.world import World
from symheap.session.status import Status, WrongUse
from symheap.testgen.replay.jars import find_toolchain
from symheap.testgen.replay.toolchain import Toolchain

MEGABYTES = 1024


def plan_of(wanted: StudyRequest) -> StudyPlan:
    """Return the plan of a study.  Raises `WrongUse` for options that make no sense."""
    heaps = heap_models(wanted.heap)
    if wanted.replay and not wanted.tests:
        raise WrongUse("--replay: there are tests to run only with --tests")
    if wanted.subjects is not None and not wanted.subjects.is_dir():
        raise WrongUse(f"--subjects: {wanted.subjects} is not a folder")
    java = JavaOptions(jdk=wanted.jdk, environ=dict(os.environ), cache=cache_folder(os.environ))
    return StudyPlan(
        heaps,
        JobLimits(wanted.per_method, round(wanted.memory * MEGABYTES)),
        wanted.workers or os.cpu_count() or 1,
        java,
        wanted.subjects,
        _pattern(wanted.methods),
        _outcomes(wanted.retry),
        wanted.tests,
        _toolchain(java) if wanted.replay else None,
    )


def _toolchain(java: JavaOptions) -> Toolchain:
    """Return what tests are run with.  Raises `WrongUse` if JUnit cannot be found."""
    maven = Maven(java.environ, lambda doing: None)
    try:
        return find_toolchain(find_jdk(java.jdk, java.environ), maven, cache_folder(java.environ))
    except Unavailable as error:
        raise WrongUse(f"--replay: the tests cannot be run: {error}") from error


def library_study(wanted: StudyRequest) -> Study:
    """Return the library study.  Its methods are read from its classes: raises `WrongUse` if these cannot be found."""
    plan = plan_of(wanted)
    doing = ["looking for classes"]
    maven = Maven(plan.java.environ, doing.append)

    def world_of(project: StudyProject) -> World:
        classes = places.find(project, plan.subjects, maven)
        if isinstance(classes, places.Missing):
            raise WrongUse(classes.why)
        return places.world(classes, plan.java)

    with Progress(lambda: f"symheap: {doing[-1]}", quiet=wanted.quiet):
        return studies.libraries(world_of)


def bench(chosen: Study, wanted: StudyRequest) -> Status:
    """Run the open parts of a study, write its files, and print its tables."""
    plan = plan_of(wanted)
    narrow = not wanted.hierarchy
    considered = replace(
        chosen,
        exact_types=chosen.exact_types and narrow,
        bare_stubs=(chosen.bare_stubs if wanted.bare_stubs is None else wanted.bare_stubs) and narrow,
        flat_maps=chosen.flat_maps and narrow,
        bounds=chosen.bounds.by_call() if wanted.rounds is Rounds.CALL else chosen.bounds,
    )
    if not running.selected(considered, plan):
        raise WrongUse(f"--methods: {wanted.methods!r} is found in the name of no method of the study")
    request = BenchRequest(considered, plan, wanted.folder, wanted.fresh, keep())
    with Watching(quiet=wanted.quiet) as watcher, standard_output(None, watcher.progress) as out:
        return study(request, _form(out), out.write, watcher)


def _form(out: Output) -> TextStyle:
    columns = shutil.get_terminal_size().columns if out.is_terminal else None
    return TextStyle(out.paint, columns, out.ascii_only)


def _pattern(text: str | None) -> re.Pattern[str] | None:
    try:
        return re.compile(text) if text is not None else None
    except re.error as error:
        raise WrongUse(f"--methods: {text!r} is not a regular expression: {error}") from error


def _outcomes(text: str | None) -> frozenset[RowOutcome]:
    names = [name.strip() for name in text.split(",")] if text is not None else []
    known = [outcome.value for outcome in RowOutcome]
    wrong = [name for name in names if name not in known]
    if wrong:
        raise WrongUse(f"--retry: unknown outcome {wrong[0]!r}; known are {', '.join(known)}")
    return frozenset(map(RowOutcome, names))
