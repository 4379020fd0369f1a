"""Turn the paths of a method into tests: witness, statements, prediction, assertions.

Names follow later, for all tests.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

from symheap.core.deadline import NEVER, Deadline, OutOfTime, look, within
from symheap.core.outcome import Returned, Threw
from symheap.core.source import CodePosition, Position
from symheap.core.types import ARRAY
from symheap.core.walk import symbols
from symheap.engine.state import Trace
from symheap.lang.java.classes import INIT, package_of
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.locate import Subject, written
from symheap.lang.java.values.types import STRING
from symheap.objects.decisions import Decision, PathKey
from symheap.objects.interpreter import run as run_concretely
from symheap.report.explore.crashes import crash_key
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.text import is_entry, place
from symheap.testgen.access import Access
from symheap.testgen.aims import Aims
from symheap.testgen.asserting.oracle import test_of
from symheap.testgen.asserting.shared import depends_on_order
from symheap.testgen.building.construct import BuildBudget, construct
from symheap.testgen.cases import Built, Candidate, NoTest, Test, Unconstructible, Why
from symheap.testgen.inputs.candidates import CALLS, STEPS, Candidates, candidates, reproduction
from symheap.testgen.inputs.deepening import Branches
from symheap.testgen.inputs.reachable import Reachable
from symheap.testgen.paths import OwnPaths
from symheap.testgen.results import Crash, MethodTests
from symheap.testgen.writing.naming import Names

_LONGEST_NOTE = 90
_BRIEF = BuildBudget(runs=300, runs_for_object=60, calls=2)
"""The budget for objects that short sequences of calls are known not to reach."""
_FORMAL = re.compile(r"<u|<:|#|~|\bite\(")
"""Notation that Java programmers do not know."""
_TEXT_LENGTH = ".value.length"
_KNOWN = (STRING, ARRAY)
_NO_TIME = "no time was left to build its input (--timeout)"


@dataclass
class Attempts:
    """The paths of one method, added as they are found."""

    run: Explored
    access: Access
    junit: int = 5
    tests: list[Test] = field(default_factory=list)
    without: list[NoTest] = field(default_factory=list)
    crashes: list[Crash] = field(default_factory=list)
    crashing: list[Path] = field(default_factory=list)
    """Paths that crash, with a test or without, which the caller ranks and removes."""
    sources: tuple[FilePath, ...] = ()
    """Roots of sources; a position in a file below them is shown with its path."""
    deeper: Explored | None = None
    """A second run with larger bounds, whose paths are added if they take new branches."""
    left_alone: int = 0
    deadline: Deadline = NEVER
    """The deadline for the tests of the method; a path that is not done by then has no test."""
    aims: Aims | None = None
    """The goals of the class.  With them, only a path that reaches a new one gets a test."""
    passed_over: int = 0
    """Paths that reach no new goal."""
    _tested: set[PathKey] = field(default_factory=set)

    @cached_property
    def reachable(self) -> Reachable:
        return Reachable(self.java, self.access)

    @property
    def java(self) -> JavaProgram:
        assert self.run.loaded.java is not None
        return self.run.loaded.java

    @cached_property
    def branches(self) -> Branches:
        return Branches(self.run.notation.is_own)

    def add(self, trace: Trace[Any], *, in_time: bool = True) -> None:
        """Add a path.  An error on one path is recorded for that path, and does not affect the others.

        If the heap model has several traces for a path, one of them gets a test.
        """
        is_known = trace.confirmed and trace.key in self._tested
        self.branches.add(trace)
        path = self.run.note(trace)
        if is_known:
            return
        if self.aims is not None and self.aims.is_called(trace, path.id):
            self._rank(path)
        elif self.aims is not None and not self.aims.are_new(trace):
            self.passed_over += 1
            self._rank(path)
        elif in_time or not path.confirmed or not isinstance(trace.end, Returned | Threw):
            self._attempt(path)
        else:
            self.without.append(NoTest(path.id, Why.CUT, _NO_TIME))

    def add_deeper(self, trace: Trace[Any], *, in_time: bool = True) -> None:
        """Add a path of the second run, if it takes a branch that no earlier path took."""
        assert self.deeper is not None
        path = self.deeper.note(trace)
        is_new = self.branches.add(trace) and (self.aims is None or self.aims.are_new(trace))
        if in_time and is_new:
            self._attempt(replace(path, id=f"{path.id}+"))
        elif trace.key not in self.run.tally.keys:
            self.left_alone += 1

    def fail(self, run: Explored, error: Exception) -> None:
        """Record that the exploration failed; the paths that it found before keep their tests."""
        repro = f"target: {run.target}\n{traceback.format_exc()}"
        self.without.append(NoTest("?", Why.MISMATCH, f"symheap failed: {error!r}", repro))

    def _attempt(self, path: Path) -> None:
        end = path.trace.end
        helper = self.aims is None or not path.crashes
        if path.confirmed and isinstance(end, Threw) and path.crashes:
            self.crashes.append(crashed(path.run, path.id, end, path.trace.decisions, self.sources))
        self._rank(path)
        try:
            result = within(
                self.deadline, lambda: attempt(path, self.access, self.reachable, self.junit, helper=helper)
            )
        except OutOfTime:
            look()
            result = NoTest(path.id, Why.CUT, _NO_TIME)
        except Exception as error:
            result = NoTest(path.id, Why.MISMATCH, f"symheap failed: {error!r}", _failure(path))
        if self.aims is not None:
            self.aims.tried(path.trace, result)
        if isinstance(result, Test) and self.aims is not None and result.crash and result.needs_null:
            self.passed_over += 1
        elif isinstance(result, Test):
            self.tests.append(result)
            self._tested.add(path.trace.key)
        else:
            self.without.append(result)

    def _rank(self, path: Path) -> None:
        """Remember a crash for the caller."""
        if path.confirmed and path.crashes:
            self.crashing.append(path)

    def result(self) -> MethodTests:
        without = self.without
        if self.deeper is not None and self.deeper.complete and not self.left_alone:
            without = [each for each in without if each.why is not Why.CUT or each.detail == _NO_TIME]
        if self.aims is not None:
            needed = [each for each in without if not self.aims.are_covered(each.path)]
            self.passed_over += len(without) - len(needed)
            without = needed
        return MethodTests(
            name=name_of(self.java.subject),
            target=self.run.target,
            paths=len(self.tests) + len(without) + self.passed_over,
            tests=tuple(self.tests),
            without=tuple(without),
            stopped=self.run.stopped,
            crashes=tuple(self.crashes),
            assumptions=self.run.loaded.assumptions,
            seconds=self.run.seconds + (self.deeper.seconds if self.deeper is not None else 0.0),
            left_out=self.passed_over,
        )


def crashed(
    run: Explored, path: str, end: Threw, decisions: Iterable[Decision], sources: tuple[FilePath, ...]
) -> Crash:
    """Return a crash in the words of the user's program.  `decisions` are those of the path that ends in it."""

    def shown(at: Position) -> str:
        return _source(at, sources) or place(run, at)

    own = [at for at in end.stack if run.notation.is_own(at) and not is_entry(at)]
    at = own[0] if own else end.position
    return Crash(
        path,
        shown(at),
        _crash(run, end, at),
        end.error.value,
        at.member if isinstance(at, CodePosition) else "",
        tuple(map(shown, own)),
        tuple(
            (decision.kind, str(decision), shown(decision.position))
            for decision in decisions
            if decision.kind != "error" and run.notation.is_own(decision.position)
        ),
        crash_key(end, run.notation.is_own),
    )


def name_of(subject: Subject) -> str:
    """Return the name of a method for users; a constructor is named by its class."""
    name = written(subject.method)
    simple = re.split(r"[.$]", subject.class_name)[-1]
    return f"new {simple}{name.removeprefix(INIT)}" if subject.method.name == INIT else name


def _crash(run: Explored, end: Threw, at: Position) -> str:
    """Describe a crash in the same words for all paths with the same crash, without values."""
    thrown = f"throws {run.notation.type_name(end.exception) if end.exception else end.detail}"
    words = run.notation.crash(end, at)
    return f"{thrown} ({end.error.value})" if words is None else f"{thrown}: {words}"


def _source(at: Position, roots: Iterable[FilePath]) -> str | None:
    """Return a position in compiler format, if its file is below one of the roots."""
    if not isinstance(at, CodePosition) or not at.line:
        return None
    package = package_of(at.member.partition("(")[0].rpartition(".")[0])
    files = (root.joinpath(*filter(None, package.split(".")), at.file) for root in roots)
    return next((f"{file}:{at.line}" for file in files if file.is_file()), None)


def attempt(path: Path, access: Access, reachable: Reachable, junit: int = 5, *, helper: bool = True) -> Test | NoTest:
    """Return the test of a path, or why it has none.  Without `helper`, no state is set field by field."""
    attempted = candidates(path, access, reachable)
    if isinstance(attempted, NoTest):
        return attempted
    chosen = _chosen(attempted, access, helper=helper)
    if isinstance(chosen, Unconstructible):
        return NoTest(path.id, Why.UNCONSTRUCTIBLE, chosen.reason)
    candidate, built, names = chosen
    run = run_concretely(built.program, built.heap, max_calls=CALLS, max_steps=STEPS)
    paths = OwnPaths(candidate.java)
    if paths.of(run) != paths.of(candidate.run):
        detail = "the statements that build the input lead to another path; that is an error of symheap"
        return NoTest(path.id, Why.MISMATCH, detail, reproduction(path, built.heap, run))
    unasked = candidate.java.unasked
    if unasked is not None:
        built = replace(built, program=replace(built.program, entry=unasked))
        run = run_concretely(built.program, built.heap, max_calls=CALLS, max_steps=STEPS)
    late = [name for name in run.initialized - built.program.initialized if _is_users(candidate.java, name)]
    if late and depends_on_order(built.program, built.heap, run, sorted(late), paths):
        detail = f"what comes of the call depends on whether {', '.join(sorted(late))} was initialised before"
        return NoTest(path.id, Why.SHARED_STATE, detail)
    return test_of(candidate, built, run, access, names, "", note_of(path), junit=junit)


def note_of(path: Path) -> str:
    """Return the condition of the path, if it fits a line and mentions no fields of the JDK."""
    java = path.run.loaded.java
    assert java is not None
    decided = path.trace.path.conjuncts(facts=False)
    text = " and ".join(path.conditions()).replace(_TEXT_LENGTH, ".length()")
    steps = {step for term in decided for each in symbols(term) for step in each.origin.steps()[1]}
    owners = {field.owner for step in steps if isinstance(step, str) for field in java.table.declaring(step)}
    foreign = any(owner not in _KNOWN and not _is_users(java, owner) for owner in owners)
    return f"when {text}" if text and not foreign and len(text) <= _LONGEST_NOTE and not _FORMAL.search(text) else ""


def _is_users(java: JavaProgram, owner: str) -> bool:
    world = java.table.world
    return world.exists(owner) and world.find(owner).is_user


def _chosen(
    candidates: Candidates, access: Access, *, helper: bool
) -> tuple[Candidate, Built, Names] | Unconstructible:
    """Return the first candidate that statements can build without the helper, or else with it."""
    second: tuple[Candidate, Built, Names] | None = None
    reason: Unconstructible | None = None
    for candidate in candidates.best_first():
        names = Names()
        is_unlikely = candidate is candidates.least and (candidates.is_remote or second is not None)
        built = construct(candidate, access, names, _BRIEF if is_unlikely else BuildBudget())
        if isinstance(built, Unconstructible):
            reason = built
        elif not built.uses_helper:
            return candidate, built, names
        elif helper:
            second = second or (candidate, built, names)
        else:
            reason = Unconstructible("a crash whose state only the helper could set is not shown")
    if second is not None:
        return second
    assert reason is not None
    return reason


def _failure(path: Path) -> str:
    return f"target: {path.run.target}\npath {path.id}: {' '.join(path.trace.key)}\n{traceback.format_exc()}"


def without_duplicates(method: MethodTests) -> MethodTests:
    """Merge tests with the same text: their paths differ in something that tests do not show, such as library code."""
    known: dict[object, Test] = {}
    kept: list[Test] = []
    without = list(method.without)
    for test in method.tests:
        key = (test.arrange, test.act, test.asserts, test.throws, test.built.stubs, test.restores)
        if key in known:
            path = test.candidate.path
            without.append(NoTest(path, Why.DUPLICATE, f"its test would be that of path {known[key].candidate.path}"))
        else:
            known[key] = test
            kept.append(test)
    return replace(method, tests=tuple(kept), without=tuple(without))
