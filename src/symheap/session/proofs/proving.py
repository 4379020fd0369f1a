"""Read, analyse and decide C programs in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import Answer, Goal
from symheap.bmc.execution.machine import Blocks
from symheap.bmc.exhaustion import checked_again
from symheap.bmc.limits import SearchLimits
from symheap.certify.checker import Checked
from symheap.core.deadline import NEVER, Deadline, OutOfTime, within
from symheap.core.source import Position, SourceError
from symheap.elaborate.certified import certified
from symheap.lang.c.client.exports import Library
from symheap.lang.c.client.most_general import OWN, Client, clients
from symheap.lang.c.client.pre import parse_preconditions
from symheap.lang.c.entry import load_library
from symheap.memory.assertions import without_assertions
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.ir import Program
from symheap.refinement.algorithm import SYNTHESES, Deciding, Tools, by_interpreter
from symheap.refinement.decision import Decision, Phase, Round
from symheap.refinement.decision import Settings as DecisionSettings
from symheap.report.prove.fields import Fields
from symheap.report.prove.page import with_rounds
from symheap.report.prove.proof import (
    COUNTS_LEAKS,
    DECISIVE,
    REACH,
    WITHOUT_ASSERTIONS,
    ProofReport,
    ProofRequest,
    Subject,
    claims_no_leak,
    claims_tracked,
)
from symheap.report.words import CROSS_CHECK, counted, cross_check
from symheap.separation.abstraction.precision import COARSE, FINE
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.checking import recheck
from symheap.separation.proof.transition import Edge, Gap, System
from symheap.separation.proof.verdict import Word, judged
from symheap.session.proofs.before import FROM_THE_START, Before, OnProofRound
from symheap.session.proofs.readable import text_of
from symheap.session.proofs.replays import Replays
from symheap.session.proofs.settings import ProveSettings
from symheap.session.watching import GRACE_SECONDS, Alone, Watcher
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain

T = TypeVar("T")

_LEAST_SECONDS: Final = 0.001
_LEAK_SECONDS: Final = 4.0
"""Seconds to look for a leak if leaks count."""


_MOST_TIMES_LONGER: Final = 5
"""Time limit of the repeated search of a check, relative to the first search: it may use a slower solver."""

_DOING: Final = {
    Phase.ANALYSIS: "analysing",
    Phase.FEASIBILITY: "looking for an execution",
    Phase.REPLAY: "replaying",
    Phase.DIAGNOSIS: "looking for what was lost",
    Phase.REFINEMENT: "refining",
}


def _queries(statistics: Sequence[Statistics]) -> int:
    return sum(each.queries for each in statistics)


def _name(client: Client) -> str:
    """Return the names of the called functions; an empty text for a program with a ``main``."""
    return "" if client.name == "main" else client.name.removeprefix("calls of ").replace(", ", ",")


class Proving:
    """Reads and analyses programs.  `notes` are messages for the user besides the verdicts.

    `placed` holds the ids of programs whose error shows only if objects are placed in memory as in the counterexample.
    """

    def __init__(
        self,
        files: tuple[Path, ...],
        settings: ProveSettings,
        watcher: Watcher | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        self.files = files
        self.settings = settings
        self.notes: list[str] = []
        self.placed: set[int] = set()
        self._replays = Replays(self)
        self._watcher = watcher or Alone()
        self._deadline = deadline
        self._deciding: Deciding | None = None
        self._oversight = settings.oversight()
        self._library: Library | None = None
        self._name = str(files[0])
        self._at = (0, 0)
        self._start = time.perf_counter()

    @property
    def library(self) -> Library:
        """The files that were read.  Law: `load` comes first."""
        assert self._library is not None
        return self._library

    def line(self) -> str:
        """Return the progress line."""
        if self._deciding is None:
            return f"symheap: reading {self._name}"
        system, seconds = self._deciding.analysis.system, time.perf_counter() - self._start
        states, errors = len(system.vertices), len(system.failures)
        counts = counted(states, "state") + (f", {counted(errors, 'possible error')}" if errors else "")
        spent = f"{seconds:.0f} s of at most {self.settings.timeout:g} s"
        return f"symheap: {self._which()}: {_DOING[self._deciding.phase]}, {spent}, {counts}"

    def _which(self) -> str:
        at, count = self._at
        return f"{self._name} ({at} of {count})" if count > 1 else self._name

    def load(self) -> tuple[Subject, ...]:
        """Read the program from its ``main`` on, or one client for each function that it exports."""
        settings = self.settings
        given = parse_preconditions(text_of(settings.pre), settings.pre) if settings.pre is not None else ()
        library = self._library = load_library(self.files, settings.reading())
        exported = clients(library, given)
        if not exported:
            raise SourceError("there is no main and no exported function", Position(str(self.files[0]), 1, 1))
        fields = Fields(library)
        self._at = (0, len(exported))
        programs = [each.program for each in exported]
        if settings.property in WITHOUT_ASSERTIONS:
            programs = list(map(without_assertions, programs))
        return tuple(
            Subject(program, each.functions, _name(each), fields, fields.members)
            for program, each in zip(programs, exported, strict=True)
        )

    def proofs(self, subjects: tuple[Subject, ...]) -> Iterator[ProofReport]:
        """Prove the subjects in turn, until the caller stops the work."""
        for subject in subjects:
            yield self.proof(subject)
            if self._watcher.seen:
                return

    def proof(
        self, subject: Subject, before: Before = FROM_THE_START, on_round: OnProofRound | None = None
    ) -> ProofReport:
        """Prove `subject`, after the complete rounds of `before`.  An exception from `on_round` ends the proof."""
        settings, watcher = self.settings, self._watcher
        self._name = subject.client or self._name
        self._at = (self._at[0] + 1, self._at[1])
        self._start = time.perf_counter()
        statistics: list[Statistics] = []

        complete: list[Round] = []

        def told(done: Round, following: DecisionSettings) -> None:
            complete.append(done)
            if on_round is not None:
                on_round(done, following, before.earlier.queries + _queries(statistics))

        synthesis = SYNTHESES[settings.synthesis]
        tools = Tools(self._feasible, synthesis=synthesis, solver=self._solver(statistics), on_round=told)
        replay = self._replays.of_errors(subject.program) if settings.replay else by_interpreter(subject.program)
        phases = self._phases(before)
        last_moment = Deadline.after(phases.seconds - phases.spent + GRACE_SECONDS)
        deciding = self._deciding = Deciding(subject.program, phases, replay, tools)
        decision, is_late = self._in_time(last_moment, deciding.run)
        if decision is not None and settings.replay and not watcher.seen:
            decision = self._replays.of_leak(subject.program, decision)
        system = deciding.analysis.system if decision is None else decision.system
        decision, broken, certificate = self._examined(subject, deciding, phases, decision, is_late)
        self._note_cross_check()
        return ProofReport.of(
            self.wanted,
            subject,
            system,
            time.perf_counter() - self._start,
            queries=_queries(statistics),
            broken=broken,
            decision=decision,
            certificate=certificate,
            earlier=before.earlier if decision is not None else with_rounds(before.earlier, subject, complete),
        )

    def _feasible(self, program: Program, goals: Sequence[Goal], blocks: Blocks | None, limits: SearchLimits) -> Answer:
        limits = replace(limits, oversight=self._oversight)
        return feasible(program, goals, blocks, limits, encoding=self.settings.encoding)

    def _examined(
        self, subject: Subject, deciding: Deciding, phases: DecisionSettings, decision: Decision | None, is_late: bool
    ) -> tuple[Decision | None, tuple[Edge, ...] | None, Checked | None]:
        """Check a result and make a certificate, as far as the settings and the time limit ask for it.

        Return the decision, the edges that were not confirmed (None if not all were examined), and the certificate.
        """
        settings, watcher = self.settings, self._watcher
        system = deciding.analysis.system if decision is None else decision.system
        broken: Sequence[Edge] | None = None
        if settings.check and not watcher.seen:
            last_moment = Deadline.after(phases.seconds) & self._deadline.later(GRACE_SECONDS)
            decision, broken, is_unchecked = self._checked(subject.program, system, decision, last_moment)
            is_late = is_late or is_unchecked
        certificate = None
        if settings.certify and not watcher.seen and not is_late and judged(system).word is Word.SAFE:
            last_moment = Deadline.after(phases.seconds) & self._deadline.later(GRACE_SECONDS)
            certifying = partial(self._certified, subject, system, deciding.logic, last_moment)
            certificate, is_late = self._in_time(last_moment, certifying)
        if watcher.seen or is_late:
            system.gaps.append(Gap("interrupted" if watcher.seen else "timeout", None))
        return decision, None if broken is None else tuple(broken), certificate

    def _checked(
        self, program: Program, system: System, decision: Decision | None, last_moment: Deadline
    ) -> tuple[Decision | None, Sequence[Edge] | None, bool]:
        """Repeat the search of a proof by exhaustion; of any other result, prove every edge again.

        Return the decision, the edges that were not confirmed (None if not all were examined), and whether the time
        limit stopped the check.
        """
        if decision is not None and decision.exhaustion is not None:
            again, is_late = self._in_time(last_moment, partial(self._searched_again, program, decision))
            return again or decision, None, is_late
        logic = Logic(self._solver([])(round(1000 * self.settings.solver_timeout)))
        broken, is_late = self._in_time(last_moment, lambda: recheck(logic, system))
        return decision, broken, is_late

    def _searched_again(self, program: Program, decision: Decision) -> Decision:
        """Repeat the search of a proof by exhaustion, with the solver that the first search did not prefer."""
        assert decision.exhaustion is not None
        second = "bitwuzla" if self.settings.solver == "z3" else "z3"
        limits = SearchLimits(
            seconds=_MOST_TIMES_LONGER * DecisionSettings().feasibility_seconds,
            query_ms=max(1, round(1000 * self.settings.solver_timeout)),
            random_seconds=0.0,
            backend=second,
        )
        end = time.perf_counter() + limits.seconds
        again = checked_again(program, decision.exhaustion, limits, lambda: time.perf_counter() > end)
        return replace(decision, exhaustion=again)

    def _note_cross_check(self) -> None:
        summary = cross_check(self._oversight.tally).rstrip()
        self.notes = [each for each in self.notes if not each.startswith(CROSS_CHECK)] + ([summary] if summary else [])

    def _in_time(self, last_moment: Deadline, work: Callable[[], T]) -> tuple[T | None, bool]:
        """Run `work`; return its result, None if it was stopped, and whether the time limit stopped it."""
        try:
            return self._watcher.call(lambda: within(last_moment, work)), False
        except OutOfTime:
            return None, True

    def _certified(self, subject: Subject, system: System, logic: Logic, last_moment: Deadline) -> Checked:
        """Run the proof checker on a proof of the analysis."""
        return certified(
            subject.program,
            system,
            logic,
            no_leak=claims_no_leak(system, self.settings.property),
            is_tracked=claims_tracked(system, self.settings.property),
            uncounted=(OWN,),
            seconds=max(last_moment.left, _LEAST_SECONDS),
        )

    def _phases(self, before: Before) -> DecisionSettings:
        settings = self.settings
        ignored = (
            frozenset(MemoryErrorKind) - {MemoryErrorKind.ASSERTION} if settings.property == REACH else frozenset()
        )
        return DecisionSettings(
            seconds=self._seconds(),
            rounds=settings.rounds,
            precision=before.precision or (COARSE if settings.patterns == "coarse" else FINE),
            solver_ms=max(1, round(1000 * settings.solver_timeout)),
            leak_seconds=_LEAK_SECONDS if settings.property in COUNTS_LEAKS else DecisionSettings().leak_seconds,
            ignored=frozenset(ignored),
            uncounted=frozenset((OWN,)),
            seeks_leaks=settings.property in COUNTS_LEAKS,
            decisive=DECISIVE.get(settings.property, frozenset()),
            first=before.rounds,
            spent=before.spent,
        )

    def _seconds(self) -> float:
        """Return the time limit of the next program.  A limit of the whole run is shared equally."""
        at, count = self._at
        share = self._deadline.share(count - at + 1)
        return max(_LEAST_SECONDS, min(self.settings.timeout, share.left))

    def _solver(self, statistics: list[Statistics]) -> Callable[[int], Solver]:
        """Return a maker of solvers with empty caches, whose statistics are added to `statistics`."""

        def made(milliseconds: int) -> Solver:
            solver, counts = default_chain(
                timeout_ms=max(1, milliseconds), backend=self.settings.solver, oversight=self._oversight
            )
            statistics.append(counts)
            return solver

        return made

    @property
    def wanted(self) -> ProofRequest:
        settings = self.settings
        return ProofRequest(
            tuple(map(str, self.files)),
            settings.property,
            settings.entry,
            settings.patterns,
            settings.timeout,
            settings.malloc_may_fail,
            settings.havoc_unknown,
            settings.pre is not None,
            settings.accept_bounds,
        )
