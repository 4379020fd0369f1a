"""The result of an analysis of a C program, in the form that all reports share."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from symheap.bmc.exhaustion import Exhaustion
from symheap.bmc.leaking import Leaking, status_of
from symheap.certify.checker import Checked
from symheap.core.source import Position
from symheap.lang.c.client.most_general import OWN
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.oracle import ScriptedOracle
from symheap.memory.execution.trace import Trace, traced
from symheap.memory.ir import Program
from symheap.refinement.decision import Decision
from symheap.report.prove.names import Reader, frames
from symheap.report.prove.places import located
from symheap.report.prove.trace import Members
from symheap.separation.heaps.canonical import canonical
from symheap.separation.heaps.formula import Object, SymbolicHeap
from symheap.separation.heaps.show import Names
from symheap.separation.proof.checking import abstracting
from symheap.separation.proof.slicing import closure
from symheap.separation.proof.transition import Edge, EdgeKind, Failure, Point, System, Vertex
from symheap.separation.proof.verdict import Finding, Leak, Verdict, Word, judged
from symheap.store.records import Document

MEMORY_SAFETY, REACH, LEAK = "memsafety", "reach", "leak"
MEMORY, TRACKED, CLEANED = "memory", "memtrack", "memcleanup"
AIMS: Final = (MEMORY_SAFETY, REACH, LEAK, MEMORY, TRACKED, CLEANED)
WITHOUT_ASSERTIONS: Final = (MEMORY, TRACKED, CLEANED)
"""Properties for which a failing assertion ends the program without being an error."""
COUNTS_LEAKS: Final = (LEAK, TRACKED, CLEANED)
DECISIVE: Final = {TRACKED: frozenset((Leak.LOST,)), CLEANED: frozenset((Leak.LOST, Leak.UNRELEASED))}
"""The leaks that make a program unsafe, by property."""
POSSIBLE_LEAK = "possible-leak"
NEVER_RUN = "never-run"
WITHIN_BOUNDS = "safe-within-bounds"
UNCHECKED = "unchecked"
_NUMBER = re.compile(r" #\d+\b")
"""The number of an object in a run, which is meaningless outside of that run."""
_ALWAYS = ("a pointer is its address", "one thread, on a stack that suffices, apart from the heap")


@dataclass(frozen=True, slots=True)
class ProofRequest:
    """The parts of a request that reports mention."""

    files: tuple[str, ...]
    aim: str = MEMORY_SAFETY
    entry: str | None = None
    patterns: str = "discover"
    timeout: float | None = None
    malloc_may_fail: bool = False
    havoc_unknown: bool = False
    pre: bool = False
    accept_bounds: bool = False

    @property
    def target(self) -> str:
        return " ".join(self.files)

    def target_of(self, subject: Subject) -> str:
        return f"{self.target}::{subject.client}" if subject.client else self.target


@dataclass(frozen=True, slots=True)
class Subject:
    """The program to prove, and the `functions` that its executions must reach.

    `client` names the functions that a generated client calls; it is empty for a program with a ``main``.  `members`
    may know the names of members, and `words` those of concrete objects.
    """

    program: Program
    functions: tuple[str, ...] = ()
    client: str = ""
    members: Callable[[Object], Mapping[int, str]] | None = None
    words: Members = lambda size, words: {}


@dataclass(frozen=True, slots=True)
class Earlier:
    """The rounds of earlier processes: their reports and their total cost.

    `forms` are in the JSON contract, `pages` in the form of a page.
    """

    forms: tuple[Document, ...] = ()
    pages: tuple[Document, ...] = ()
    seconds: float = 0.0
    queries: int = 0


NONE_EARLIER: Final = Earlier()


@dataclass(frozen=True, slots=True)
class ProofReport:
    """A program, its transition system, and the verdict on the requested property.

    `broken` are the edges that a second check did not confirm, or None without such a check.  `decision` has the rounds
    of refinement and the counterexample, `trace` its run; `certificate` is the answer of the proof checker.  `seconds`
    and `queries` are totals, including `earlier`.
    """

    wanted: ProofRequest
    subject: Subject
    reader: Reader
    system: System
    verdict: Verdict
    seconds: float
    queries: int = 0
    broken: tuple[Edge, ...] | None = None
    uncounted: int = 0
    decision: Decision | None = None
    certificate: Checked | None = None
    trace: Trace | None = None
    earlier: Earlier = NONE_EARLIER

    @staticmethod
    def of(
        wanted: ProofRequest,
        subject: Subject,
        system: System,
        seconds: float,
        *,
        queries: int = 0,
        broken: tuple[Edge, ...] | None = None,
        decision: Decision | None = None,
        certificate: Checked | None = None,
        earlier: Earlier = NONE_EARLIER,
    ) -> ProofReport:
        """Judge a program.

        Law: the verdict is not safe if an edge is not confirmed, if the checker rejects the certificate, if a function
        to prove is never run, or if safety is known only for inputs within bounds and `wanted` does not accept bounds.
        """
        counted = located(subject.program, _counted(system, wanted.aim))
        verdict = judged(counted)
        if decision is not None:
            verdict = _decided(verdict, decision, counted, subject.program)
        elif verdict.word is not Word.SAFE:
            verdict = replace(_without_leaks(verdict), leak=Leak.UNKNOWN)
        if decision is not None and decision.exhaustion is not None and not decision.exhaustion.is_confirmed:
            verdict = replace(verdict, word=Word.UNKNOWN, reason="unconfirmed-search")
        if verdict.word is Word.SAFE and broken:
            verdict = replace(verdict, word=Word.UNKNOWN, reason="unconfirmed-step")
        elif verdict.word is Word.SAFE and certificate is not None and not certificate.is_accepted:
            verdict = replace(verdict, word=Word.UNKNOWN, reason=UNCHECKED, leak=_leak_seen(decision))
        elif verdict.word is Word.SAFE:
            verdict = _within_reach(verdict, wanted, subject, system, decision)
        uncounted = len(system.failures) - len(counted.failures)
        if uncounted and verdict.leak is Leak.NONE:
            verdict = replace(verdict, leak=Leak.UNKNOWN)
        is_proved = decision is None or decision.exhaustion is None
        verdict = _aimed(verdict, wanted.aim, is_tracked=is_proved and claims_tracked(system, wanted.aim))
        trace = _traced(subject.program, decision)
        return ProofReport(
            wanted,
            subject,
            Reader(subject.program),
            counted,
            verdict,
            seconds + earlier.seconds,
            queries + earlier.queries,
            broken,
            uncounted,
            decision,
            certificate,
            trace,
            earlier,
        )

    @property
    def program(self) -> Program:
        return self.subject.program

    @property
    def target(self) -> str:
        return self.wanted.target_of(self.subject)

    def names(self) -> Names:
        """Return new names for one report, in which a pattern keeps its name."""
        return Names(self.subject.members)

    @property
    def client(self) -> str | None:
        """The generated function that makes inputs and calls; None if the program has its own ``main``."""
        return self.program.entry if self.subject.client else None

    @property
    def exhaustion(self) -> Exhaustion | None:
        """The exhaustive search that is the proof, if there are no invariants."""
        return None if self.decision is None else self.decision.exhaustion

    @property
    def checked(self) -> int:
        """The number of edges that a second check examines."""
        return len(abstracting(self.system))

    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions of the verdict."""
        more = (*self.program.assumptions, *_ALWAYS)
        if self.wanted.aim != REACH:
            return more
        return (*more, "an execution ends at its first memory error" + _uncounted(self.uncounted))

    def heap(self, heap: SymbolicHeap, point: Point, names: Names) -> str:
        """Return a heap at a vertex, in one line."""
        return self.reader.line(point, heap, names)

    def fault(self, failure: Failure, names: Names) -> str:
        """Return the heap in which an error may happen, with the names of the vertex before it."""
        point = self.system.vertices[failure.vertex].point
        return self.reader.line(point, canonical(failure.fault.heap), names, temporaries=False)

    def place(self, point: Point) -> Position:
        """Return the position of a point in the source."""
        block = self.program.functions[point.function].blocks[point.label]
        commands = block.commands[point.index :]
        return commands[0].position if commands else block.end.position


def _aimed(verdict: Verdict, aim: str, *, is_tracked: bool) -> Verdict:
    """Turn a leak that counts into an unsafe verdict.  `is_tracked`: it is proved that nothing is lost."""
    if aim not in DECISIVE or verdict.word is Word.UNSAFE:
        return verdict
    if verdict.leak in DECISIVE[aim]:
        leaks_first = sorted(verdict.findings, key=lambda each: not each.kind.startswith("leak-"))
        return Verdict(Word.UNSAFE, f"leak-{verdict.leak.value}", verdict.leak, tuple(leaks_first), verdict.gaps)
    if verdict.word is Word.UNKNOWN or verdict.leak is Leak.NONE or (aim == TRACKED and is_tracked):
        return verdict
    return replace(verdict, word=Word.UNKNOWN, reason=POSSIBLE_LEAK)


def _leak_seen(decision: Decision | None) -> Leak:
    """Return the leak that an execution shows: it is real even if a proof beside it counts for nothing."""
    return status_of(None if decision is None else decision.leaking)


def _without_leaks(verdict: Verdict) -> Verdict:
    return replace(verdict, findings=tuple(each for each in verdict.findings if not each.kind.startswith("leak-")))


def _seen(leaking: Leaking, system: System, program: Program) -> Finding:
    """Return the finding of a leak that an execution shows.

    Its position is where the memory is lost if that is known, else where it was allocated.
    """
    kind = "leak-lost" if leaking.is_lost else "leak-unreleased"
    why = "nothing points to this memory any more" if leaking.is_lost else "still allocated at exit"
    at, places = leaking.allocated, set[Position]()
    if leaking.block is not None:
        block = program.functions[leaking.block[0]].blocks[leaking.block[1]]
        places = {command.position for command in (*block.commands, block.end)}
    lost = [each.position for each in system.losses if each.is_lost == leaking.is_lost and each.position in places]
    where = f", allocated at {at}" if not at.is_in_model else ""
    if lost or at.is_in_model:
        at = next(iter(lost), program.functions[program.entry].position)
        why += where
    return Finding(kind, at, why, replayed=leaking.replayed)


def _decided(verdict: Verdict, decision: Decision, system: System, program: Program) -> Verdict:
    """Combine the verdict on a system with the decision.

    An error that was shown to happen comes first.  If every execution was followed to its end, the failures and losses
    of the system belong to a failed attempt and do not count.  A leak is reported if an execution shows it.
    """
    verdict = replace(_without_leaks(verdict), leak=decision.leak)
    if decision.leaking is not None:
        shown = _seen(decision.leaking, system, program)
        verdict = replace(verdict, findings=(*verdict.findings, shown))
    counterexample = decision.counterexample
    if decision.word is Word.UNSAFE and counterexample is not None:
        failure = counterexample.failure
        at = failure.user_place
        shown = Finding(failure.kind.value, at, _NUMBER.sub("", failure.why), replayed=decision.replays)
        others = tuple(each for each in verdict.findings if (each.kind, each.position.line) != (shown.kind, at.line))
        return replace(verdict, word=Word.UNSAFE, reason=shown.kind, findings=(shown, *others))
    if decision.exhaustion is not None:
        leaks = tuple(each for each in verdict.findings if each.kind.startswith("leak-"))
        return replace(verdict, word=Word.SAFE, reason="", findings=leaks, gaps=())
    return verdict


def _traced(program: Program, decision: Decision | None) -> Trace | None:
    if decision is None or decision.word is not Word.UNSAFE or decision.counterexample is None:
        return None
    script = decision.counterexample.script
    return traced(program, lambda: ScriptedOracle(script))


def _within_reach(
    verdict: Verdict, wanted: ProofRequest, subject: Subject, system: System, decision: Decision | None
) -> Verdict:
    """Withdraw a *safe* that is not about all executions: of functions never run, or of inputs within bounds."""
    if not _is_run(subject, system):
        return replace(verdict, word=Word.UNKNOWN, reason=NEVER_RUN, leak=_leak_seen(decision))
    if subject.program.bounds and not wanted.accept_bounds:
        leak = Leak.UNKNOWN if verdict.leak is Leak.NONE else verdict.leak
        return replace(verdict, word=Word.UNKNOWN, reason=WITHIN_BOUNDS, leak=leak)
    return verdict


def _is_run(subject: Subject, system: System) -> bool:
    """Whether each function has a state; a client with contradictory assumptions does not run all of them."""
    return set(subject.functions) <= {vertex.point.function for vertex in system.vertices}


def _counted(system: System, aim: str) -> System:
    """Return the system with the failures that matter for the property, and without leaks of the client itself."""
    system = replace(system, losses=[loss for loss in system.losses if loss.position.file != OWN])
    if aim != REACH:
        return system
    return replace(system, failures=[each for each in system.failures if each.fault.kind is MemoryErrorKind.ASSERTION])


def claims_no_leak(system: System, aim: str) -> bool:
    """Whether the verdict on a system will be that nothing leaks."""
    return judged(_counted(system, aim)).leak is Leak.NONE


def claims_tracked(system: System, aim: str) -> bool:
    """Whether the verdict on a system will depend on the claim that nothing is lost."""
    counted = _counted(system, aim)
    return aim == TRACKED and not counted.has_forgotten and not any(loss.is_lost for loss in counted.losses)


def _uncounted(number: int) -> str:
    return f" ({number} possible {'one is' if number == 1 else 'ones are'} not counted)" if number else ""


# Relevant vertices ----------------------------------------------------------------------------------------------------


def relevant(system: System) -> set[int]:
    """Return the vertices of the proof, and those on the way to failures.

    From a vertex that a larger heap replaced, only the edge to that heap counts.
    """
    following: dict[int, list[int]] = {}
    leading: dict[int, list[int]] = {}
    for edge in system.edges:
        leading.setdefault(edge.target, []).append(edge.source)
        if edge.source not in system.covered or edge.kind is EdgeKind.COVER:
            following.setdefault(edge.source, []).append(edge.target)
    return closure({0} if system.vertices else set(), following) | closure(
        {failure.vertex for failure in system.failures}, leading
    )


# Invariants -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Invariant:
    """The invariant at the head of a loop: one of the disjuncts holds.

    `calls` are the calls that have not returned.
    """

    function: str
    position: Position
    calls: tuple[str, ...]
    vertices: tuple[Vertex, ...]


def invariants(proof: ProofReport) -> list[Invariant]:
    """Return an invariant for each loop and each way in which its function was called, in the order of the source.

    A proof by exhaustive search has none.  The loops in which a client makes inputs are left out.
    """
    if proof.exhaustion is not None:
        return []
    system = proof.system
    counting = relevant(system) - system.covered
    heads: dict[Point, list[Vertex]] = {}
    for vertex in system.vertices:
        if vertex.before is not None and vertex.number in counting and vertex.point.function != proof.client:
            heads.setdefault(vertex.point, []).append(vertex)
    all_invariants = [
        Invariant(point.function, proof.place(point), frames(point)[:-1], tuple(vertices))
        for point, vertices in heads.items()
    ]
    return sorted(all_invariants, key=lambda each: (each.position.file, each.position.line, each.position.column))
