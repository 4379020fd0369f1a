"""Join the tests that calls found with those of the explored methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from symheap.core.outcome import Threw
from symheap.report.explore.explored import Explored
from symheap.testgen.attempts import crashed, name_of
from symheap.testgen.cases import Test
from symheap.testgen.paths import OwnPaths
from symheap.testgen.results import Crash, MethodTests


def joined(
    methods: Sequence[MethodTests],
    tests: Sequence[Test],
    twins: Mapping[str, str],
    run: Explored,
    sources: tuple[Path, ...],
) -> list[MethodTests]:
    """Add each test to its method, as the test of the explored path that it takes.

    `twins` are these paths by the numbers of the tests.  Methods that were not explored come last.  `run` is an
    exploration of the class, for the words of its crashes.
    """
    by_name: dict[str, list[Test]] = {}
    for each in tests:
        path = twins.get(each.candidate.path, each.candidate.path)
        test = replace(each, candidate=replace(each.candidate, path=path))
        by_name.setdefault(name_of(test.candidate.java.subject), []).append(test)
    with_tests = [_with(method, by_name.pop(method.name, []), run, sources) for method in methods]
    others = (MethodTests(name, run.loaded.target.of_class, 0, (), (), None) for name in by_name)
    return [*with_tests, *(_with(method, by_name[method.name], run, sources) for method in others)]


def _with(method: MethodTests, tests: Sequence[Test], run: Explored, sources: tuple[Path, ...]) -> MethodTests:
    paths = {OwnPaths(test.candidate.java).of(test.run) for test in tests}
    return replace(
        method,
        paths=method.paths + len(paths),
        tests=(*tests, *method.tests),
        crashes=(*(_crash(test, run, sources) for test in tests if test.crash), *method.crashes),
    )


def _crash(test: Test, run: Explored, sources: tuple[Path, ...]) -> Crash:
    assert isinstance(test.run.end, Threw)
    return crashed(run, test.candidate.path, test.run.end, test.run.decisions, sources)
