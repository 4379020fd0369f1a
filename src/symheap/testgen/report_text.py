"""The results for classes as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.report.words import counted
from symheap.testgen.cases import NoTest, Why
from symheap.testgen.files import Fate
from symheap.testgen.results import Generated, MethodTests

_SHOWN = 20


def part(each: Generated, *, quiet: bool = False, paint: Paint = plain) -> str:
    """Return the report of a class."""
    return "".join(f"{line}\n" for line in _class(each, quiet=quiet, paint=paint))


def closing(counts: Sequence[tuple[int, int]], skipped: Sequence[str] = ()) -> str:
    """Return the end of the report: totals from the numbers of tests and paths of each class."""
    lines = [f"no tests: {printable(each)}" for each in skipped]
    if len(counts) > 1:
        tests, paths = (sum(column) for column in zip(*counts, strict=True))
        lines.append(
            f"total: {counted(len(counts), 'class', 'classes')}, {counted(tests, 'test')} of {counted(paths, 'path')}"
        )
    return "".join(f"{line}\n" for line in lines)


def _class(each: Generated, *, quiet: bool, paint: Paint) -> Iterator[str]:
    if not quiet:
        yield paint(f"=== {printable(each.class_name)}", "faint")
        yield from (_method(method) for method in each.methods)
        yield from _findings(each, paint)
        yield from _without(each, paint)
        yield from (f"not explored: {printable(text)}" for text in each.skipped)
    yield from (line for mismatch in each.mismatches for line in _mismatch(mismatch, paint))
    yield from _summary(each, paint)


def _method(method: MethodTests) -> str:
    stopped = f"; stopped by {method.stopped.value}" if method.stopped is not None else ""
    tests, paths = counted(len(method.tests), "test"), counted(method.paths, "path")
    return printable(f"{method.name}: {tests} of {paths}{stopped}")


def _findings(each: Generated, paint: Paint) -> Iterator[str]:
    """Yield findings in compiler format, with their ranks and the evidence."""
    if each.findings:
        yield paint("findings:", "bad")
    for finding in each.findings:
        more = f" and {len(finding.tests) - 1} more" if len(finding.tests) > 1 else ""
        yield printable(f"{finding.place}: {finding.standing.level}: {finding.what}; {finding.tests[0].name}{more}")
        if finding.standing.level != "error":
            yield printable(f"    {finding.standing.reason}")


def _without(each: Generated, paint: Paint) -> Iterator[str]:
    """Yield the paths without tests by reason, equal explanations merged."""
    for why, count in each.reasons.items():
        if why in (Why.MISMATCH, Why.DUPLICATE):
            continue
        bounds = f" ({each.bounds})" if why is Why.CUT and each.bounds else ""
        yield paint(f"no test, {why.value}: {counted(count, 'path')}{bounds}", "open")
        paths_by_detail: dict[str, list[str]] = {}
        for method in each.methods:
            for none in method.without:
                if none.why is why:
                    paths_by_detail.setdefault(none.detail, []).append(f"{method.name} path {none.path}")
        for detail, paths in list(paths_by_detail.items())[:_SHOWN]:
            more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
            yield printable(f"  {detail} ({paths[0]}{more})")
        if len(paths_by_detail) > _SHOWN:
            yield f"  and {len(paths_by_detail) - _SHOWN} other reasons"


def _mismatch(untested: NoTest, paint: Paint) -> Iterator[str]:
    yield paint(printable(f"withheld: {untested.detail}"), "bad")
    yield from (f"  {printable(line)}" for line in untested.repro.splitlines())


def _summary(each: Generated, paint: Paint) -> Iterator[str]:
    for file in each.files:
        yield printable(f"{file.path}: {_FATES[file.fate]}")
    paths = sum(method.paths for method in each.methods)
    more = [f"{counted(each.reasons[Why.DUPLICATE], 'duplicate')} left out"] if each.reasons[Why.DUPLICATE] else []
    more += [f"{counted(each.left_out, 'test')} left out by --minimize"] if each.left_out else []
    tests = f"{counted(len(each.tests), 'test')} of {counted(paths, 'path')}"
    yield "; ".join((f"{each.test_class}: {tests}", *more, *_seen(each, paint)))
    if each.coverage is not None:
        coverage = each.coverage
        lines = f"{coverage.lines_hit} of {coverage.lines} lines" if coverage.lines else "no line numbers"
        measured = ", measured on the JVM" if each.tests else ""
        yield f"coverage: {lines}, {coverage.branches_hit} of {coverage.branches} branches{measured}"
    yield f"{each.seconds:.2f} s"


def _seen(each: Generated, paint: Paint) -> list[str]:
    if not each.tests:
        return [paint("nothing to run", "open")]
    return [paint("all passed", "good")] if each.replayed else [paint("not run", "open")]


_FATES = {
    Fate.WRITTEN: "written",
    Fate.REPLACED: "replaced",
    Fate.UNCHANGED: "as it was",
    Fate.KEPT: "kept, since it was edited",
}
