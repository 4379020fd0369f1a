"""Paths of small classes, as the test generator receives them."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.lang.java_programs import java_methods
from symheap.lang.target import Loaded, Target
from symheap.session.run import Run, start
from symheap.solver.chain import default_chain
from symheap.testgen.access import Access
from symheap.testgen.asserting.members import is_tested
from symheap.testgen.attempts import Attempts
from symheap.testgen.generate import Plan, Suite, generate
from symheap.testgen.minimize import Minimize

BOUNDS = Bounds(max_calls=30, max_loop=3, max_traces=50, timeout=20)


def runs_of(folder: Path, source: str, method: str | None = None) -> list[Run]:
    """Return a run for each method of the class, not started."""
    name = source.partition("class ")[2].split()[0]
    (folder / f"{name}.java").write_text(source)
    target = Target(str(folder / f"{name}.java"), (method,) if method is not None else ())
    members = java_methods(target, JavaOptions(environ=os.environ), is_tested).members
    loaded = [each for each in members if isinstance(each, Loaded)]
    return [start(each, "pose", default_chain(), BOUNDS, search="bfs") for each in loaded]


def access_to(run: Run, package: str = "") -> Access:
    assert run.loaded.java is not None
    return Access(run.loaded.java.subject.world, package)


def suite_of(folder: Path, source: str, method: str | None = None, minimize: Minimize = Minimize.NONE) -> Suite:
    """Return tests without running them."""
    found = []
    plan = None
    for run in runs_of(folder, source, method):
        java = run.loaded.java
        assert java is not None
        plan = plan or Plan(run.target, java.subject.class_name, access_to(run), minimize=minimize)
        attempts = Attempts(run, plan.access)
        for trace in run.exploration:
            attempts.add(trace)
        run.finish()
        found.append(attempts.result())
    assert plan is not None
    return generate(replace(plan), found)
