"""Run all tests in one JVM, by JUnit and without probes, in any order: none may depend on another."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from symheap.lang.java.files.child import Child, ChildEnded
from symheap.testgen.replay.child import start
from symheap.testgen.replay.limits import ReplayLimits
from symheap.testgen.replay.sources import Name, Source
from symheap.testgen.replay.toolchain import Toolchain

_GRACE = 30.0
"""Seconds added to those of a test, for JUnit's work between tests."""

_ELSEWHERE: Final = (
    "-Duser.language=tr",
    "-Duser.country=TR",
    "-Duser.timezone=Asia/Kolkata",
    "-Dfile.encoding=ISO-8859-1",
)
"""A place that differs in all: Turkish has a lower case of its own, and India is half an hour off."""


@dataclass(frozen=True, slots=True)
class ShuffledRun:
    """The result of a run of all tests: those that passed, in order, and the errors of the others."""

    passed: tuple[Name, ...] = ()
    failed: Mapping[Name, str] = field(default_factory=dict)


def run_shuffled(
    toolchain: Toolchain,
    tests: Path,
    class_path: Sequence[Path],
    sources: Sequence[Source],
    limits: ReplayLimits,
    seed: int,
    *,
    is_elsewhere: bool = False,
) -> ShuffledRun:
    """Run tests compiled in the folder `tests`, in an order determined by `seed`.

    With `is_elsewhere`, the JVM has another time zone, locale and default charset.
    """
    classes = [source.full_name for source in sources if source.tests]
    if not classes:
        return ShuffledRun()
    places = (toolchain.suite(), tests, *(path.absolute() for path in class_path), *toolchain.junit)
    arguments = (str(limits.output), str(seed), *classes)
    main, flags = f"symheap.replay.Suite{toolchain.version}", _ELSEWHERE if is_elsewhere else ()
    with start(toolchain, limits, places, main, arguments, flags) as child:
        return _heard(child, limits, {Name(s.full_name, test.name) for s in sources for test in s.tests})


def _heard(child: Child, limits: ReplayLimits, expected: set[Name]) -> ShuffledRun:
    """Collect the results.  A test without a result was not run, or was running when the JVM ended."""
    passed: list[Name] = []
    failed: dict[Name, str] = {}
    running: Name | None = None
    reason = "JUnit did not run it"
    while True:
        try:
            reply: Mapping[str, Any] = json.loads(child.answer(limits.seconds + _GRACE))
        except (TimeoutError, ChildEnded) as error:
            what = "no end" if isinstance(error, TimeoutError) else "the JVM ended"
            reason = f"{what}: {error}" if running is None else f"{what} while {running} ran: {error}"
            break
        if reply["kind"] == "done":
            break
        name = Name(str(reply["class"]), str(reply["test"]))
        running = name if reply["kind"] == "started" else None
        if reply["kind"] == "passed":
            passed.append(name)
        elif reply["kind"] == "failed":
            failed[name] = str(reply["error"])
    left = expected - set(passed) - set(failed)
    return ShuffledRun(tuple(passed), {**failed, **dict.fromkeys(sorted(left), reason)})
