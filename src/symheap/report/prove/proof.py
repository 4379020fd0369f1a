"""What an analysis of a C program came to, as all forms of a report need it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from symheap.bmc.exhaustion import Exhaustion
from symheap.bmc.leaking import Leaking
from symheap.certify.checker import Checked
from symheap.core.source import Position
from symheap.lang.c.client.most_general import OWN
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.ir import Program
from symheap.memory.oracle import ScriptedOracle
from symheap.memory.trace import Trace, traced
from symheap.refinement.decision import Decision
from symheap.report.prove.names import Reader, frames
from symheap.report.prove.places import is_model, located, user_place
from symheap.report.prove.trace import Members
from symheap.separation.canonical import canonical
from symheap.separation.checking import abstracting
from symheap.separation.formula import Object, SymbolicHeap
from symheap.separation.show import Names
from symheap.separation.slicing import closure
from symheap.separation.transition import Edge, EdgeKind, Failure, Point, System, Vertex
from symheap.separation.verdict import Finding, Leak, Verdict, Word, judged
from symheap.store.records import Document

MEMORY_SAFETY, REACH, LEAK = "memsafety", "reach", "leak"
MEMORY, TRACKED, CLEANED = "memory", "memtrack", "memcleanup"
AIMS: Final = (MEMORY_SAFETY, REACH, LEAK, MEMORY, TRACKED, CLEANED)
WITHOUT_ASSERTIONS: Final = (MEMORY, TRACKED, CLEANED)
"""Properties for which an assertion that fails ends the program, and is no error."""
COUNTS_LEAKS: Final = (LEAK, TRACKED, CLEANED)
DECISIVE: Final = {TRACKED: frozenset((Leak.LOST,)), CLEANED: frozenset((Leak.LOST, Leak.UNRELEASED))}
"""The leaks that make a program unsafe, for the properties that say so."""
POSSIBLE_LEAK = "possible-leak"
NEVER_RUN = "never-run"
WITHIN_BOUNDS = "safe-within-bounds"
UNCHECKED = "unchecked"
_NUMBER = re.compile(r" #\d+\b")
"""An object's number in a run, which says nothing to who does not see the run."""
_ALWAYS = ("a pointer is its address", "one thread, on a stack that suffices, apart from the heap")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked, as far as a report speaks of it."""

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
    """What is proved: a program, of which an execution gets to one of `functions`.

    `client` names the functions that a program without a ``main`` calls; `members` may know the names of members, and
    `words` those of concrete objects.
    """

    program: Program
    functions: tuple[str, ...] = ()
    client: str = ""
    members: Callable[[Object], Mapping[int, str]] | None = None
    words: Members = lambda size, words: {}


@dataclass(frozen=True, slots=True)
class Earlier:
    """The rounds before those that this process has made: what reports say of each, and what they took in all.

    `forms` are those of the contract, `pages` what a page shows.
    """

    forms: tuple[Document, ...] = ()
    pages: tuple[Document, ...] = ()
    seconds: float = 0.0
    queries: int = 0


NONE_EARLIER: Final = Earlier()


@dataclass(frozen=True, slots=True)
class Proof:
    """A program, its transition system, and the verdict on the property that was asked for.

    `broken` are the edges that a second check did not confirm, None if there was none.  `decision` tells of the rounds
    of refinement and of a counterexample, `trace` of its run; `certificate` is what the proof checker says.  `seconds`
    and `queries` are all that it took, also `earlier`.
    """

    wanted: Wanted
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
        wanted: Wanted,
        subject: Subject,
        system: System,
        seconds: float,
        *,
        queries: int = 0,
        broken: tuple[Edge, ...] | None = None,
        decision: Decision | None = None,
        certificate: Checked | None = None,
        earlier: Earlier = NONE_EARLIER,
    ) -> Proof:
        """Law: not safe if an edge is not confirmed, the checker rejects, what is to be proved is never run, or it is
        known only of inputs within bounds and `wanted` does not accept these."""
        counted = located(subject.program, _counted(system, wanted.aim))
        verdict = judged(counted)
        if decision is not None:
            verdict = _decided(verdict, decision, counted, subject.program)
        elif verdict.word is not Word.SAFE:
            verdict = replace(_without_leaks(verdict), leak=Leak.UNKNOWN)
        if verdict.word is Word.SAFE and broken:
            verdict = replace(verdict, word=Word.UNKNOWN, reason="unconfirmed-step")
        elif decision is not None and decision.exhaustion is not None and not decision.exhaustion.is_confirmed:
            verdict = replace(verdict, word=Word.UNKNOWN, reason="unconfirmed-search")
        elif verdict.word is Word.SAFE and certificate is not None and not certificate.is_accepted:
            verdict = replace(verdict, word=Word.UNKNOWN, reason=UNCHECKED, leak=Leak.UNKNOWN)
        elif verdict.word is Word.SAFE and not _is_run(subject, system):
            verdict = replace(verdict, word=Word.UNKNOWN, reason=NEVER_RUN, leak=Leak.UNKNOWN)
        elif verdict.word is Word.SAFE and subject.program.bounds and not wanted.accept_bounds:
            leak = Leak.UNKNOWN if verdict.leak is Leak.NONE else verdict.leak
            verdict = replace(verdict, word=Word.UNKNOWN, reason=WITHIN_BOUNDS, leak=leak)
        uncounted = len(system.failures) - len(counted.failures)
        if uncounted and verdict.leak is Leak.NONE:
            verdict = replace(verdict, leak=Leak.UNKNOWN)
        is_proved = decision is None or decision.exhaustion is None
        verdict = _aimed(verdict, wanted.aim, is_tracked=is_proved and claims_tracked(system, wanted.aim))
        trace = _traced(subject.program, decision)
        return Proof(
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
        """For one report: a pattern has the same name in all of it."""
        return Names(self.subject.members)

    @property
    def client(self) -> str | None:
        """The function that makes inputs and calls, if it is not the program's own."""
        return self.program.entry if self.subject.client else None

    @property
    def exhaustion(self) -> Exhaustion | None:
        """The search that is the proof, if there are no invariants."""
        return None if self.decision is None else self.decision.exhaustion

    @property
    def checked(self) -> int:
        """How many edges a second check looks at."""
        return len(abstracting(self.system))

    def assumptions(self) -> tuple[str, ...]:
        """What the verdict takes for granted."""
        more = (*self.program.assumptions, *_ALWAYS)
        if self.wanted.aim != REACH:
            return more
        return (*more, "an execution ends at its first memory error" + _uncounted(self.uncounted))

    def heap(self, heap: SymbolicHeap, point: Point, names: Names) -> str:
        """A heap at a vertex, in one line."""
        return self.reader.line(point, heap, names)

    def fault(self, failure: Failure, names: Names) -> str:
        """The heap in which an error may happen: its names are those of the vertex before."""
        point = self.system.vertices[failure.vertex].point
        return self.reader.line(point, canonical(failure.fault.heap), names, temporaries=False)

    def place(self, point: Point) -> Position:
        """Where in the source a point is."""
        block = self.program.functions[point.function].blocks[point.label]
        commands = block.commands[point.index :]
        return commands[0].position if commands else block.end.position


def _aimed(verdict: Verdict, aim: str, *, is_tracked: bool) -> Verdict:
    """The verdict where a leak that counts makes a program unsafe.  `is_tracked`: it is proved that nothing is lost."""
    if aim not in DECISIVE or verdict.word is Word.UNSAFE:
        return verdict
    if verdict.leak in DECISIVE[aim]:
        leaks_first = sorted(verdict.findings, key=lambda each: not each.kind.startswith("leak-"))
        return Verdict(Word.UNSAFE, f"leak-{verdict.leak.value}", verdict.leak, tuple(leaks_first), verdict.gaps)
    if verdict.word is Word.UNKNOWN or verdict.leak is Leak.NONE or (aim == TRACKED and is_tracked):
        return verdict
    return replace(verdict, word=Word.UNKNOWN, reason=POSSIBLE_LEAK)


def _without_leaks(verdict: Verdict) -> Verdict:
    return replace(verdict, findings=tuple(each for each in verdict.findings if not each.kind.startswith("leak-")))


def _seen(leaking: Leaking, system: System, program: Program) -> Finding:
    """A leak that an execution shows: where memory is lost if that is known, else where it was allocated."""
    kind = "leak-lost" if leaking.is_lost else "leak-unreleased"
    why = "nothing points to this memory any more" if leaking.is_lost else "still allocated at exit"
    at, places = leaking.allocated, set[Position]()
    if leaking.block is not None:
        block = program.functions[leaking.block[0]].blocks[leaking.block[1]]
        places = {command.position for command in (*block.commands, block.end)}
    lost = [each.position for each in system.losses if each.is_lost == leaking.is_lost and each.position in places]
    where = f", allocated at {at}" if not is_model(at) else ""
    if lost or is_model(at):
        at = next(iter(lost), program.functions[program.entry].position)
        why += where
    return Finding(kind, at, why, replayed=leaking.replayed)


def _decided(verdict: Verdict, decision: Decision, system: System, program: Program) -> Verdict:
    """The verdict on a system, with what else is known.

    An error that was shown to happen comes first.  Where every execution was followed to its end, the failures and
    losses of the system are those of a failed attempt, and say nothing.  A leak is told if an execution shows it.
    """
    verdict = replace(_without_leaks(verdict), leak=decision.leak)
    if decision.leaking is not None:
        shown = _seen(decision.leaking, system, program)
        verdict = replace(verdict, findings=(*verdict.findings, shown))
    found = decision.counterexample
    if decision.word is Word.UNSAFE and found is not None:
        failure = found.failure
        at = user_place(failure)
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


def _is_run(subject: Subject, system: System) -> bool:
    """Whether each function has a state; a client whose assumptions contradict each other does not run them all."""
    return set(subject.functions) <= {vertex.point.function for vertex in system.vertices}


def _counted(system: System, aim: str) -> System:
    """The system with the failures that matter for what is asked, without memory that a client itself forgot."""
    system = replace(system, losses=[loss for loss in system.losses if loss.position.file != OWN])
    if aim != REACH:
        return system
    return replace(system, failures=[each for each in system.failures if each.fault.kind is MemoryErrorKind.ASSERTION])


def claims_no_leak(system: System, aim: str) -> bool:
    """Whether the verdict on a system will be that nothing leaks."""
    return judged(_counted(system, aim)).leak is Leak.NONE


def claims_tracked(system: System, aim: str) -> bool:
    """Whether the verdict on a system will rest on that nothing is lost."""
    counted = _counted(system, aim)
    return aim == TRACKED and not counted.has_forgotten and not any(loss.is_lost for loss in counted.losses)


def _uncounted(number: int) -> str:
    return f" ({number} possible {'one is' if number == 1 else 'ones are'} not counted)" if number else ""


# The part that counts -------------------------------------------------------------------------------------------------


def relevant(system: System) -> set[int]:
    """The vertices of the proof, and those on the way to failures.

    From a vertex that a larger heap replaced, only the edge to that one counts.
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
    """What holds at the head of a loop: one of the disjuncts.  `calls` are those that have not returned."""

    function: str
    position: Position
    calls: tuple[str, ...]
    vertices: tuple[Vertex, ...]


def invariants(proof: Proof) -> list[Invariant]:
    """One for each loop, in the order of the source, and for each way in which its function was called.

    There are none where the proof is a search.  The loops by which a client makes inputs are nobody's code.
    """
    if proof.exhaustion is not None:
        return []
    system = proof.system
    counting = relevant(system) - system.covered
    heads: dict[Point, list[Vertex]] = {}
    for vertex in system.vertices:
        if vertex.before is not None and vertex.number in counting and vertex.point.function != proof.client:
            heads.setdefault(vertex.point, []).append(vertex)
    found = [
        Invariant(point.function, proof.place(point), frames(point)[:-1], tuple(vertices))
        for point, vertices in heads.items()
    ]
    return sorted(found, key=lambda each: (each.position.file, each.position.line, each.position.column))
