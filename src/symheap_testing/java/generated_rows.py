"""Campaigns of generated tests: classes one after the other, each in its own process, and their stored results."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path

from symheap.lang.java.classes import package_of
from symheap.lang.java.files.jdk import Jdk
from symheap.testgen.cases import Why
from symheap_testing.java.generated import Job, Outcome, Outcomes, tests_of, write_suite
from symheap_testing.java.jacoco import Line


@dataclass(frozen=True, slots=True)
class ClassRow:
    """The result for a class.

    `paths` is the number of paths found, `tests` of tests written, and `reasons` says why other paths have none.
    `mismatches` are errors of symheap, with everything needed to reproduce them; so is `failed`. `promised` and `cut`
    are branches on feasible paths, those that ended and others.
    """

    group: str
    class_name: str
    test_class: str = ""
    methods: int = 0
    stopped: int = 0
    paths: int = 0
    tests: int = 0
    crashes: int = 0
    helped: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    details: dict[str, int] = field(default_factory=dict)
    mismatches: list[dict[str, str]] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    failed: str = ""
    why_not: str = ""
    branches_hit: int = 0
    branches: int = 0
    seconds: float = 0.0
    promised: list[Outcome] = field(default_factory=list)
    cut: list[Outcome] = field(default_factory=list)

    @staticmethod
    def read(file: Path) -> ClassRow:
        content = json.loads(file.read_text(encoding="utf-8"))
        for name in ("promised", "cut"):
            content[name] = [tuple(each) for each in content[name]]
        return ClassRow(**content)

    def write(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(self)), encoding="utf-8")


def row_of(group: str, outcomes: Outcomes) -> ClassRow:
    generated = outcomes.generated
    if generated is None:
        why = outcomes.why_not
        return ClassRow(group, outcomes.job.class_name, why_not=why, seconds=round(outcomes.seconds, 2))
    package = package_of(generated.class_name)
    open_ends = [each for each in generated.without if each.why is not Why.MISMATCH]
    return ClassRow(
        group=group,
        class_name=generated.class_name,
        test_class=".".join(filter(None, (package, generated.test_class))) if generated.tests else "",
        methods=len(generated.methods),
        stopped=sum(method.stopped is not None for method in generated.methods),
        paths=sum(method.paths for method in generated.methods),
        tests=len(generated.tests),
        crashes=sum(test.crash for test in generated.tests),
        helped=sum(test.uses_helper for test in generated.tests),
        reasons={why.value: count for why, count in generated.reasons.items()},
        details=dict(Counter(f"{each.why.value}: {each.detail}" for each in open_ends).most_common()),
        mismatches=[{"path": each.path, "detail": each.detail, "repro": each.repro} for each in generated.mismatches],
        skipped=list(generated.skipped),
        branches_hit=generated.coverage.branches_hit if generated.coverage is not None else 0,
        branches=generated.coverage.branches if generated.coverage is not None else 0,
        seconds=round(outcomes.seconds, 2),
        promised=sorted(outcomes.promised.ended),
        cut=sorted(outcomes.promised.cut - outcomes.promised.ended),
    )


@dataclass(frozen=True, slots=True)
class Place:
    """The folder of a campaign, with a row and the tests of each class."""

    folder: Path

    @property
    def tests(self) -> Path:
        return self.folder / "tests"

    def row(self, job: Job) -> Path:
        return self.folder / "rows" / f"{job.class_name}.json"


def run_jobs(
    jobs: Sequence[tuple[str, Job]],
    jdk: Jdk,
    place: Place,
    watch: Callable[[ClassRow], None],
    *,
    workers: int = 1,
    seconds: float = 600.0,
) -> list[ClassRow]:
    """Return the rows of all jobs, each of which has a group. A job with a stored row is not repeated.

    A class that takes longer than `seconds` is stopped, and its row says so.
    """
    missing = [(group, job) for group, job in jobs if not place.row(job).is_file()]
    with ThreadPoolExecutor(max_workers=workers) as pool:
        for done in as_completed([pool.submit(_in_process, group, job, jdk, place, seconds) for group, job in missing]):
            watch(done.result())
    return [ClassRow.read(place.row(job)) for _, job in jobs]


def _in_process(group: str, job: Job, jdk: Jdk, place: Place, seconds: float) -> ClassRow:
    process = get_context("spawn").Process(target=run_one, args=(group, job, jdk, place))
    process.start()
    process.join(seconds)
    file = place.row(job)
    if process.is_alive():
        process.kill()
        process.join()
    if not file.is_file():
        ended = f"status {process.exitcode}" if process.exitcode else "no row"
        taken = f"no end after {seconds:g} s" if process.exitcode == -9 else ended
        ClassRow(group, job.class_name, failed=taken, seconds=seconds).write(file)
    return ClassRow.read(file)


def run_one(group: str, job: Job, jdk: Jdk, place: Place) -> None:
    """Store the row and the tests of a class in their place."""
    import traceback

    try:
        outcomes = tests_of(job, jdk)
        if outcomes.suite is not None:
            write_suite(outcomes.suite, package_of(job.class_name), place.tests)
        row = row_of(group, outcomes)
    except Exception:
        row = ClassRow(group, job.class_name, failed=traceback.format_exc())
    row.write(place.row(job))


def total(rows: Iterable[ClassRow]) -> dict[str, object]:
    """Return the sums at the top of a report."""
    every = list(rows)
    reasons: Counter[str] = Counter()
    for row in every:
        reasons.update(row.reasons)
    return {
        "classes": len(every),
        "classes with tests": sum(row.tests > 0 for row in every),
        "methods": sum(row.methods for row in every),
        "methods stopped by a limit": sum(row.stopped for row in every),
        "methods that no input can run": sum(len(row.skipped) for row in every),
        "paths": sum(row.paths for row in every),
        "tests": sum(row.tests for row in every),
        "tests of crashes": sum(row.crashes for row in every),
        "tests with the helper": sum(row.helped for row in every),
        "paths without a test": dict(reasons.most_common()),
        "mismatches": sum(len(row.mismatches) for row in every),
        "classes that failed": sum(bool(row.failed) for row in every),
        "seconds": round(sum(row.seconds for row in every), 1),
    }


def per_line(rows: Iterable[ClassRow], which: str) -> dict[Line, int]:
    """Count the branches of each line that are on paths; a method reached in several ways counts once."""
    every = {outcome for row in rows for outcome in getattr(row, which)}
    return Counter(Line(source, line) for source, line, *_ in every)
