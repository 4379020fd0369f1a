"""Run tests one by one in a child JVM with probes."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from symheap.lang.java.files.child import CannotRun, Child, ChildEnded
from symheap.testgen.replay.child import start
from symheap.testgen.replay.compile import compile_tests
from symheap.testgen.replay.events import Seen, Status, seen_of
from symheap.testgen.replay.limits import ReplayLimits
from symheap.testgen.replay.sources import Name, Source
from symheap.testgen.replay.toolchain import Toolchain

_SECONDS_TO_START = 60.0
_GRACE = 10.0
"""Seconds after its limit at which a child that does not even report a timeout is killed."""
_PATIENCE = 4
"""The multiple of the limit that a test may take on a busy machine, if it has used less than half of its limit."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The observations of each test, and the user's classes that could not be probed."""

    seen: Mapping[Name, Seen] = field(default_factory=dict)
    unprobed: frozenset[str] = frozenset()


def replay(
    toolchain: Toolchain, class_path: Sequence[Path], sources: Sequence[Source], limits: ReplayLimits
) -> Replayed:
    """Compile and run all tests.  Raises `CannotRun` if there is no usable JVM or javac."""
    with tempfile.TemporaryDirectory(prefix="symheap-tests-") as folder, warm(toolchain, limits) as child:
        compiled = compile_tests(toolchain, class_path, sources, Path(folder))
        seen = {name: Seen(Status.NOT_COMPILED, error) for name, error in compiled.refused.items()}
        with Runner(toolchain, compiled.folder, class_path, compiled.sources, limits, child) as runner:
            for source in compiled.sources:
                for test in source.tests:
                    name = Name(source.full_name, test.name)
                    seen[name] = runner.run(name)
    return Replayed(seen, frozenset(each for one in seen.values() for each in one.unprobed))


def warm(toolchain: Toolchain, limits: ReplayLimits) -> Child:
    """Start a child before there are tests to run, so that it is ready when they are compiled."""
    bounds = (f"{limits.seconds * 1000:.0f}", str(limits.events), str(limits.output))
    return start(toolchain, limits, toolchain.runner(), "symheap.replay.Runner", bounds)


class Runner:
    """Runs tests that are compiled in the folder `tests`.

    Every test has an outcome.  A child is replaced before the next test if it did not answer in time or ended, if it
    ran out of stack or memory, or if the test left threads running.  `child` is an already started one, see `warm`.
    """

    def __init__(
        self,
        toolchain: Toolchain,
        tests: Path,
        class_path: Sequence[Path],
        sources: Sequence[Source],
        limits: ReplayLimits,
        child: Child | None = None,
    ) -> None:
        self._toolchain = toolchain
        self._places = ((tests.absolute(),), tuple(path.absolute() for path in class_path), toolchain.junit)
        self._sources = sources
        self._limits = limits
        self._warm = child
        self._child: Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        for child in (self._child, self._warm):
            if child is not None:
                child.end()
        self._child = self._warm = None

    def run(self, name: Name) -> Seen:
        child = self._child or self._start()
        seconds = self._limits.seconds
        try:
            seen = seen_of(
                child.ask(_request("test", name.class_name, name.test), seconds * _PATIENCE + _GRACE), seconds
            )
        except TimeoutError:
            self.close()
            return Seen(Status.TIMEOUT, f"no end after {seconds:g} s, and no answer")
        except ChildEnded as ended:
            self.close()
            return Seen(Status.ENDED, str(ended))
        except BaseException:
            self.close()
            raise
        if seen.is_spent:
            self.close()
        return seen

    def _start(self) -> Child:
        child = self._child = self._warm or warm(self._toolchain, self._limits)
        self._warm = None
        try:
            for source in self._sources:
                for test in source.tests:
                    first, last = test.act
                    child.tell(_request("act", source.full_name, test.name, str(first), str(last)))
            tests, files, tools = self._places
            counts = str(len(tests)), str(len(files))
            child.ask(_request("places", *counts, *map(str, (*tests, *files, *tools))), _SECONDS_TO_START)
        except (TimeoutError, ChildEnded) as error:
            self.close()
            raise CannotRun(f"{self._toolchain.jdk.java()} does not start: {error}") from error
        return child


def _request(*fields: str) -> str:
    return " ".join(base64.b64encode(each.encode()).decode() for each in fields)
