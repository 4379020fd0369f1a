"""What a campaign of generated tests found."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.engine.bounds import Bounds
from symheap.lang.java.classes import package_of
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import load
from symheap.report.run import start
from symheap.solver.chain import default_chain
from symheap.testgen.access import Access
from symheap.testgen.attempts import Attempts
from symheap.testgen.paths import OwnPaths
from symheap.testing.java_sources import some_jdk

PROGRAMS = Path(__file__).parents[1] / "programs" / "java"

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")


def attempts(program: str, method: str, bounds: Bounds, assume: tuple[str, ...] = ()) -> Attempts:
    """The tests of a method, which are not run."""
    options = JavaOptions(environ=os.environ, assume=assume)
    loaded = load(f"{PROGRAMS / program}.java::{program}::{method}", options)
    assert loaded.java is not None
    run = start(loaded, "pose", default_chain(timeout_ms=2_000), bounds, search="bfs")
    found = Attempts(run, Access(loaded.java.table.world, package_of(program)))
    for trace in run.exploration:
        found.add(trace)
    return found


def test_what_is_asked_of_inputs_before_the_call_is_not_on_the_predicted_path() -> None:
    """A test does not ask ``repOk`` before the call, so its jumps are not met on the JVM."""
    found = attempts("SinglyList", "insert", Bounds(max_calls=6, max_loop=1), ("repOk",))
    assert found.tests
    for test in found.tests:
        events = OwnPaths(found.java).of(test.run).events
        assert {event.site.method for event in events} == {"insert(I)V"}
