"""Run tests on the real JVM: find out which pass and take their paths, and why the others are withheld."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from symheap.core.deadline import NEVER, Deadline
from symheap.lang.java.files.classpath import ClassPath
from symheap.testgen.cases import NoTest, Test, Why
from symheap.testgen.jumps import Jumps
from symheap.testgen.paths import OwnPaths
from symheap.testgen.replay.compare import compare, reproduction
from symheap.testgen.replay.compile import Compiled, compile_tests
from symheap.testgen.replay.coverage import Coverage, coverage, outcomes
from symheap.testgen.replay.events import Hits, Seen, Status
from symheap.testgen.replay.limits import ReplayLimits
from symheap.testgen.replay.run import Runner
from symheap.testgen.replay.shuffled import run_shuffled
from symheap.testgen.replay.sources import Name, Source
from symheap.testgen.replay.toolchain import Toolchain

SEED = 5
_ROUNDS = 3
_NO_MEMORY = "java.lang.OutOfMemoryError"

Sources = Callable[[Sequence[Test]], Sequence[Source]]
"""Returns the files of some tests: the test class, and the helper if they use it."""


@dataclass(frozen=True, slots=True)
class Jvm:
    """The JVM for running tests; `class_path` is the user's."""

    toolchain: Toolchain
    class_path: tuple[Path, ...]
    limits: ReplayLimits = field(default_factory=ReplayLimits)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The tests that passed, alone and together, with their observations; and the withheld ones, with reasons."""

    tests: tuple[Test, ...] = ()
    seen: Mapping[str, Seen] = field(default_factory=dict)
    withheld: Mapping[str, NoTest] = field(default_factory=dict)

    def reached(self, jumps: Jumps) -> dict[str, frozenset[Hashable]]:
        """Return the branches and lines that the act of each test reaches, by name.

        Branches that no act reaches are credited to the tests that reach them while arranging.  Lines count, because no
        branch shows where an exception goes.
        """
        acts = {test.name: _reached(self.seen[test.name].act, jumps) for test in self.tests}
        every = frozenset[Hashable]().union(*acts.values())
        return {name: act | (_reached(self.seen[name].whole, jumps) - every) for name, act in acts.items()}

    def coverage(self, class_path: ClassPath, classes: Iterable[str], tests: Sequence[Test]) -> Coverage:
        """Return the coverage of everything that the tests run.

        Like coverage tools, it includes code that runs before and after the acts.
        """
        seen = [self.seen[test.name] for test in tests]
        return coverage(class_path, classes, [replace(each, act=each.whole) for each in seen])


def _reached(hits: Hits, jumps: Jumps) -> frozenset[Hashable]:
    return frozenset((*outcomes(hits, jumps), *hits.lines))


def confirm(
    jvm: Jvm, tests: Sequence[Test], sources: Sources, progress: Callable[[int], None], until: Deadline = NEVER
) -> Confirmed:
    """Compile and run all tests, each one alone and observed, then all that passed together, in another order.

    A test that has not begun by `until` is not run.  `progress` receives the number of tests run.  Raises `CannotRun`.
    """
    with tempfile.TemporaryDirectory(prefix="symheap-tests-") as name:
        work = _Work(jvm, sources, Path(name), until)
        compiled = work.compiled(tests)
        seen = work.alone(compiled, tests, progress)
        withheld = {
            test.name: reason for test in tests if (reason := work.verdict(compiled, test, seen[test.name])) is not None
        }
        left = [test for test in tests if test.name not in withheld]
        for _ in range(_ROUNDS):
            failed = work.together(left, compiled if len(left) == len(tests) else None)
            withheld |= failed
            left = [test for test in left if test.name not in failed]
            if not failed:
                break
        failed = work.elsewhere(left, compiled if len(left) == len(tests) else None)
        withheld |= failed
        left = [test for test in left if test.name not in failed]
    return Confirmed(tuple(left), seen, withheld)


class _Work:
    def __init__(self, jvm: Jvm, sources: Sources, folder: Path, until: Deadline) -> None:
        self._until = until
        self._jvm = jvm
        self._sources = sources
        self._folder = folder
        self._compilations = 0

    def compiled(self, tests: Sequence[Test]) -> Compiled:
        self._compilations += 1
        folder = self._folder / str(self._compilations)
        folder.mkdir()
        return compile_tests(self._jvm.toolchain, self._jvm.class_path, self._sources(tests), folder)

    def alone(self, compiled: Compiled, tests: Sequence[Test], progress: Callable[[int], None]) -> dict[str, Seen]:
        """Run each test alone, in newly loaded classes."""
        seen = {name.test: Seen(Status.NOT_COMPILED, error) for name, error in compiled.refused.items()}
        jvm = self._jvm
        with Runner(jvm.toolchain, compiled.folder, jvm.class_path, compiled.sources, jvm.limits) as runner:
            for source in compiled.sources:
                for test in source.tests:
                    progress(len(seen))
                    if self._until.has_passed:
                        seen[test.name] = Seen(Status.NOT_RUN)
                        continue
                    seen[test.name] = runner.run(Name(source.full_name, test.name))
        return seen

    def verdict(self, compiled: Compiled, test: Test, seen: Seen) -> NoTest | None:
        path, java = test.candidate.path, test.candidate.java
        if seen.status is Status.NOT_COMPILED:
            return NoTest(path, Why.NOT_COMPILED, f"javac refuses its test: {seen.detail}")
        if seen.status is Status.NOT_RUN:
            return NoTest(path, Why.CUT, "no time was left to run its test (--budget)")
        if seen.status is Status.TIMEOUT:
            return NoTest(path, Why.NO_END, f"{test.name}: {seen.detail}")
        predicted = OwnPaths(java).of(test.run)
        mismatch = compare(predicted, seen, Jumps(java.table.world.class_path))
        if mismatch is None:
            return None
        if _NO_MEMORY in seen.detail and _NO_MEMORY not in predicted.end:
            limit = self._jvm.limits.memory_mb
            return NoTest(path, Why.TOO_LARGE, f"{test.name} needs more than the {limit} MB that it may have")
        source = next(each for each in compiled.sources if any(place.name == test.name for place in each.tests))
        jdk = self._jvm.toolchain.jdk
        repro = reproduction(mismatch, source, test.name, self._jvm.class_path, jdk, predicted)
        return NoTest(path, Why.MISMATCH, f"{test.name}: {mismatch.detail}", repro)

    def elsewhere(self, tests: Sequence[Test], compiled: Compiled | None) -> dict[str, NoTest]:
        """Return the tests that fail in another time zone and locale."""
        failed = self._run_together(tests, compiled, is_elsewhere=True) if not self._until.has_passed else {}
        return {
            test.name: NoTest(
                test.candidate.path,
                Why.ENVIRONMENT,
                f"{test.name} fails in another time zone, locale or charset: {failed[test.name]}",
            )
            for test in tests
            if test.name in failed
        }

    def together(self, tests: Sequence[Test], compiled: Compiled | None) -> dict[str, NoTest]:
        """Return the tests that fail when all run in one JVM, though each passes alone."""
        failed = self._run_together(tests, compiled, is_elsewhere=False)
        return {
            test.name: NoTest(
                test.candidate.path,
                Why.SHARED_STATE,
                f"{test.name} fails when others ran before: {failed[test.name]}",
            )
            for test in tests
            if test.name in failed
        }

    def _run_together(self, tests: Sequence[Test], compiled: Compiled | None, *, is_elsewhere: bool) -> dict[str, str]:
        """Run all tests in one JVM; return the errors of those that fail, by name."""
        if not tests:
            return {}
        done, jvm = compiled or self.compiled(tests), self._jvm
        suite = run_shuffled(
            jvm.toolchain, done.folder, jvm.class_path, done.sources, jvm.limits, SEED, is_elsewhere=is_elsewhere
        )
        return {name.test: error for name, error in suite.failed.items()}
