"""Compile and run the tests that were made of a method, to measure their time and to count those that pass."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from symheap.bench.making import Files
from symheap.bench.row import Replay
from symheap.lang.java.files.child import CannotRun
from symheap.testgen.confirm import Jvm, confirm
from symheap.testgen.generate import Plan, sources


def replay_tests(plan: Plan, jvm: Jvm, files: Files, report: Callable[[Replay], None]) -> Replay:
    """Run the tests of each file as ``symheap test`` does.  `report` gets the counts before each file.

    A file that cannot be compiled or run ends this.
    """
    started, cpu_started = perf_counter(), _cpu_of_all()
    so_far, failed = Replay(), Counter[str]()
    for tests in files:
        report(replace(so_far, stopped="ended"))
        try:
            confirmed = confirm(jvm, tests, lambda some: sources(plan, some), lambda run: None)
        except CannotRun as error:
            return replace(so_far, stopped=str(error))
        failed.update(each.why.value for each in confirmed.withheld.values())
        so_far = Replay(
            so_far.passed + len(confirmed.tests),
            dict(failed),
            perf_counter() - started,
            _cpu_of_all() - cpu_started,
        )
    return so_far


def _cpu_of_all() -> float:
    """Return the processor time of this process and of its children that have ended."""
    return sum(os.times()[:4])
