"""Run a study: select the methods that are still to be explored, and yield their rows."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from symheap.bench import places, workers
from symheap.bench.explore import MethodJob, explore
from symheap.bench.journal import Key, Setting, StudyHeader
from symheap.bench.row import Row, RowOutcome
from symheap.bench.study import Study, StudyMethod
from symheap.bench.workers import JobLimits
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.files.maven import Maven, Tell
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.past.boot import boot
from symheap.store.versions import versions
from symheap.testgen.replay.toolchain import Toolchain


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """How a study is run.

    `methods` selects by a match in the name.  Rows with an outcome of `retry` are made again.
    """

    heaps: tuple[str, ...]
    limits: JobLimits
    workers: int
    java: JavaOptions
    subjects: Path | None = None
    methods: re.Pattern[str] | None = None
    retry: frozenset[RowOutcome] = frozenset()
    tests: bool = False
    """Whether to make tests of the traces of methods that ended."""
    toolchain: Toolchain | None = None
    """Where to run these tests; None if they are only made."""


def header(study: Study, plan: StudyPlan) -> StudyHeader:
    """Return the settings that the rows depend on.

    The selection of methods and the number of workers are not among them.
    """
    bounds: dict[str, Setting] = {
        "max-calls": study.bounds.max_calls,
        "max-loop": study.bounds.max_loop,
        "max-iterations": study.bounds.max_iterations,
    }
    if study.bounds.max_call_iterations is not None:
        bounds["max-call-iterations"] = study.bounds.max_call_iterations
    own: dict[str, Setting] = {
        "exact-types": study.exact_types,
        "flat-maps": study.flat_maps,
        "bare-stubs": study.bare_stubs,
        "per-method": plan.limits.seconds,
        "memory-mb": plan.limits.megabytes,
        "subjects": str(plan.subjects.resolve()) if plan.subjects is not None else None,
    }
    tests: dict[str, Setting] = {"tests": "one a trace"} if plan.tests else {}
    if plan.toolchain is not None:
        tests["replay"] = True
    jdk = find_jdk(plan.java.jdk, plan.java.environ).version
    return StudyHeader(study.name, bounds | own | tests, {**versions(), "jdk": jdk})


def selected(study: Study, plan: StudyPlan) -> list[tuple[StudyMethod, str]]:
    """Return all methods under the first model, in the order of the study; then under the others."""
    methods = [m for m in study.methods if plan.methods is None or plan.methods.search(str(m))]
    return [(method, heap) for heap in plan.heaps for method in methods]


def pending(study: Study, plan: StudyPlan, known: Mapping[Key, Row]) -> list[tuple[StudyMethod, str]]:
    """Return the methods without a row, and those whose row should be replaced.

    Missing classes are always searched again, and failures are tried again, because the cause may be the machine.
    """
    again = plan.retry | {RowOutcome.MISSING, RowOutcome.FAILED}

    def is_open(method: StudyMethod, heap: str) -> bool:
        row = known.get((str(method), heap))
        return row is None or row.outcome in again

    return [(method, heap) for method, heap in selected(study, plan) if is_open(method, heap)]


def run(
    study: Study, plan: StudyPlan, todo: list[tuple[StudyMethod, str]], tell: Tell = lambda doing: None
) -> Generator[Row, None, None]:
    """Yield the rows of `todo` as they are finished, first those of missing classes.

    Closing the iterator ends all work.
    """
    tell("looking for classes")
    jobs, missing = jobs_of(study, plan, todo, tell)
    yield from missing
    if jobs:
        tell("starting the JDK's classes")
        _prepare(plan.java)
        tell("exploring")
        yield from workers.run(jobs, explore, plan.workers, plan.limits)


def jobs_of(
    study: Study, plan: StudyPlan, todo: list[tuple[StudyMethod, str]], tell: Tell = lambda doing: None
) -> tuple[list[MethodJob], list[Row]]:
    """Return the jobs to explore, and the rows of methods whose classes are missing."""
    maven = Maven(plan.java.environ, tell)
    needed = dict.fromkeys(study.project(method.class_name) for method, _ in todo)
    found_places = {project: places.find(project, plan.subjects, maven) for project in needed}
    jobs: list[MethodJob] = []
    missing: list[Row] = []
    for method, heap in todo:
        place = found_places[study.project(method.class_name)]
        if isinstance(place, places.Missing):
            missing.append(Row(str(method), heap, RowOutcome.MISSING, reasons={place.why: 1}))
        else:
            jobs.append(_job(study, plan, method, heap, place))
    return jobs, missing


def _job(study: Study, plan: StudyPlan, method: StudyMethod, heap: str, place: places.ProjectJars) -> MethodJob:
    entries = place.entries[1:]
    java = replace(
        plan.java,
        exact_types=study.exact_types,
        bare_stubs=study.bare_stubs,
        flat_maps=study.flat_maps,
        fixed_environment=study.fixed_environment,
        first_use=study.first_use,
        class_path=entries,
    )
    bounds = replace(study.bounds, timeout=plan.limits.seconds)
    return MethodJob(str(method), heap, place.entries[0], java, bounds, plan.tests, plan.toolchain)


def _prepare(java: JavaOptions) -> None:
    """Create the snapshot of the JDK in advance, so that no method is charged for it."""
    boot(places.world(places.ProjectJars(()), java), java.environ)
