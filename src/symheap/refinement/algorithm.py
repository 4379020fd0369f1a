"""The abstraction refinement algorithm: analyse, check feasibility, diagnose, refine, and start over.

Law (Theorem 1): *safe* only if the analysis found a proof, or a search has followed every execution to its end;
*unsafe* only if a replay of an execution shows the error.  All else is *unknown*, with the phase that gave up.

Rule: [SLAyer] section 3, Algorithm 1; its last line with the new abstraction, not with the old one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from symheap.bmc.certainty import uncertain
from symheap.bmc.check import feasible
from symheap.bmc.counterexample import Answer, Counterexample, Goal, NoneFound
from symheap.bmc.exhaustion import exhaustion
from symheap.bmc.leaking import Leaking, leaking, status_of
from symheap.bmc.limits import SearchLimits
from symheap.bmc.script import replayed
from symheap.bmc.shrink import shrunk
from symheap.memory.execution.approximations import relied_on
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed
from symheap.refinement.decision import Decision, Feasibility, OnRound, Phase, Round, Settings
from symheap.refinement.diagnose import Discontinuity, Pass, Undiagnosed, diagnose, widened
from symheap.refinement.doomed import DoomedBounds, Generating, Synthesis, Unfolding
from symheap.refinement.refine import Refined, Refiner, everything
from symheap.separation.abstraction.field_tests import field_tests
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.precision import Precision
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import Segment
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.slicing import slice_of
from symheap.separation.proof.transition import Edge, Gap, System
from symheap.separation.proof.verdict import Leak, Verdict, Word, judged
from symheap.solver.api import Solver
from symheap.solver.chain import default_chain

Replay = Callable[[Counterexample], Sequence[str]]
"""Returns the names of the replays that show the error of a counterexample: the same kind, at the same line."""
Feasible = Callable[[Program, Sequence[Goal], "frozenset[tuple[str, str]] | None", SearchLimits], Answer]
_QUICK = 2
"""Factor by which the bounds of the first pass of a diagnosis are smaller."""
_SOON = 0.4
"""Seconds to look for a leak before other errors."""
_LEAST_LEAK_SECONDS = 0.2
_CERTAIN_SECONDS = 5.0
_LEAST_CERTAIN_SECONDS = 0.5
"""Seconds to look for a leak when the time is over."""
GROWING = ("too-many-states", "timeout")
"""Reasons of an analysis that did not end because heaps grew."""


_KEEPING_MORE = ((), ("measured",), ("linked",), ("apart",), ("measured", "apart"))
"""What abstractions keep beyond all that items have in common, in the order of trial."""
_WORDS = {
    "measured": "lists remember how many items they have",
    "linked": "tests of the program say what an item owns",
    "apart": "items that a test of the program tells apart are not merged",
}
_AS_BEFORE = "what grows is abstracted more coarsely"


def _tried_before(precision: Precision) -> set[tuple[str, ...]]:
    """Return what abstractions were tried up to one of them."""
    now = tuple(each for each in ("measured", "linked", "apart") if getattr(precision, each))
    return set(_KEEPING_MORE[: _KEEPING_MORE.index(now) + 1])


def _has_lists(system: System) -> bool:
    return any(isinstance(atom, Segment) for vertex in system.vertices for atom in vertex.heap.atoms)


def by_interpreter(program: Program) -> Replay:
    """Return the replay that runs a counterexample on the concrete interpreter."""

    def replay(counterexample: Counterexample) -> tuple[str, ...]:
        outcome, _ = replayed(program, counterexample.script)
        same = isinstance(outcome, Failed) and (outcome.kind, outcome.position) == (
            counterexample.failure.kind,
            counterexample.failure.position,
        )
        return ("interpreter",) if same else ()

    return replay


SYNTHESES: Final[Mapping[str, Callable[[Program, Logic, tuple[Goal, ...], DoomedBounds], Synthesis]]] = {
    "unfolding": Unfolding,
    "prefix": Generating,
}
"""The methods that find doomed states; ``prefix`` is that of [SLAyer] Algorithm 3."""


def _solver(milliseconds: int) -> Solver:
    return default_chain(timeout_ms=milliseconds)[0]


@dataclass(frozen=True, slots=True)
class Tools:
    """The implementations of the phases, and a listener for rounds."""

    feasible: Feasible = feasible
    leaking: Callable[[Program, SearchLimits, frozenset[str], bool], Leaking | None] = leaking
    synthesis: Callable[[Program, Logic, tuple[Goal, ...], DoomedBounds], Synthesis] = Unfolding
    solver: Callable[[int], Solver] = _solver
    clock: Callable[[], float] = time.monotonic
    on_round: OnRound = lambda done, following: None


def decide(program: Program, settings: Settings, replay: Replay | None = None, tools: Tools | None = None) -> Decision:
    """Return the verdict on a program.

    Rule: [SLAyer] section 3, "abstraction_refinement" of Algorithm 1.
    """
    return Deciding(program, settings, replay or by_interpreter(program), tools or Tools()).run()


def _quick(bounds: DoomedBounds) -> DoomedBounds:
    return replace(bounds, blocks=bounds.blocks // _QUICK, seconds=bounds.seconds / _QUICK**2)


class Deciding:
    """One run.  The last of `_rounds` is the current one; `analysis` and `phase` are the latest ones begun."""

    phase = Phase.ANALYSIS

    def __init__(self, program: Program, settings: Settings, replay: Replay, tools: Tools) -> None:
        self._program = program
        self._settings = settings
        self._replay = replay
        self._tools = tools
        self._logic = Logic(tools.solver(settings.solver_ms))
        self._end = tools.clock() + settings.seconds - settings.spent
        self._rounds: list[Round] = []
        self._leaking: Leaking | None = None
        self._is_leak_sought = False
        self._safe_before: Decision | None = None
        self._fruitless: dict[tuple[tuple[Goal, ...], frozenset[tuple[str, str]] | None], tuple[float, NoneFound]] = {}
        self._tests = field_tests(program)
        self._tried = _tried_before(settings.precision)
        self._system = System()
        self.analysis = self._analysis(settings.precision)

    @property
    def logic(self) -> Logic:
        """The logic of the analyses, which caches its answers."""
        return self._logic

    def run(self) -> Decision:
        precision = self._settings.precision
        for number in range(self._settings.first, self._settings.rounds + 1):
            done = self._round(number, precision)
            if isinstance(done, Decision):
                return done if done.word is not Word.UNKNOWN or self._safe_before is None else self._safe_before
            precision = self._hastened(done).precision
            if number < self._settings.rounds:
                spent = self._settings.seconds - self._left()
                following = replace(self._settings, precision=precision, first=number + 1, spent=spent)
                self._tools.on_round(self._rounds[-1], following)
        return self._safe_before or self._unknown(Phase.REFINEMENT, f"no proof after {self._settings.rounds} rounds")

    def _hastened(self, refined: Refined) -> Refined:
        """Return a refinement with all patterns if half of the time is over: refining in steps may take too long."""
        if self._left() > self._settings.seconds / 2:
            return refined
        whole = everything(refined.precision, "half of the time is over")
        if whole is not None:
            self._note(refined=replace(whole, features=refined.features, after=refined.after, states=refined.states))
        return whole or refined

    # One round --------------------------------------------------------------------------------------------------------

    def _round(self, number: int, precision: Precision) -> Refined | Decision:
        """Run one round; return the abstraction for the next one, or the decision."""
        verdict = self._analysed(number, precision)
        if verdict.word is Word.SAFE:
            return self._released(self._safe(verdict), number, precision)
        if self._leaks_decisively(number):
            return self._unknown(Phase.ANALYSIS, verdict.reason)
        if not self._system.failures:
            return self._grown(precision, verdict)
        feasibility = self._checked(min(self._settings.feasibility_seconds, self._share(Phase.FEASIBILITY)))
        settled = self._settled(feasibility)
        if settled is not None:
            return settled
        keeping_more = self._keeping_more(precision) if number < self._settings.rounds else None
        if keeping_more is not None:
            return keeping_more
        if number == self._settings.rounds:
            return self._given_up(Phase.REFINEMENT, f"no proof after {number} rounds")
        return self._refined(precision)

    def _analysis(self, precision: Precision, seconds: float | None = None) -> Analysis:
        pointer = self._program.model.pointer
        abstraction = Abstraction(
            self._logic, pointer, precision=precision, tests=self._tests, links=self._program.links
        )
        may_crowd = precision.features is not None or not self._tests or ("linked",) in self._tried
        limits = AnalysisLimits(seconds=seconds, most_heaps=self._settings.most_heaps, may_crowd=may_crowd)
        return Analysis(self._program, self._logic, abstraction, limits, self._tools.clock)

    def _analysed(self, number: int, precision: Precision) -> Verdict:
        """Run the analysis: ``let ats = analyze prog abstraction``."""
        begin = self._begun(Phase.ANALYSIS)
        share = self._share(Phase.ANALYSIS)
        self.analysis = self._analysis(precision, share if precision.features is None else share / 2)
        self._system = self._counted(self.analysis.run())
        verdict = judged(self._system)
        failure = next((each.failure for each in verdict.findings if each.failure is not None), None)
        self._rounds.append(Round(number, precision, verdict, failure))
        self._clocked(Phase.ANALYSIS, begin)
        return verdict

    def _counted(self, system: System) -> System:
        """Return the system without failures and losses that the settings ignore.

        The analysis does not continue behind a failure.  If that failure is no error of the program, an execution does
        continue: so the remaining system is no proof.
        """
        ignored, uncounted = self._settings.ignored, self._settings.uncounted
        system = replace(system, losses=[loss for loss in system.losses if loss.position.file not in uncounted])
        left_out = [each.fault for each in system.failures if each.fault.kind in ignored]
        if not left_out:
            return system
        gaps = [Gap(f"possible-{each.kind.value}: not analysed behind it", each.position) for each in left_out]
        failures = [each for each in system.failures if each.fault.kind not in ignored]
        return replace(system, failures=failures, gaps=[*system.gaps, *dict.fromkeys(gaps)])

    def _goals(self) -> tuple[Goal, ...]:
        faults = (failure.fault for failure in self._system.failures)
        return tuple(dict.fromkeys(Goal(fault.kind, fault.position) for fault in faults))

    def _checked(self, seconds: float) -> Feasibility:
        """Check feasibility: ``feasible (slice ats) bound``.

        A search that found nothing is not repeated unless it gets more time.
        """
        blocks = None if self._system.gaps else slice_of(self._system, *self._system.failures).blocks
        goals = self._goals()
        before = self._fruitless.get((goals, blocks))
        if before is not None and seconds <= before[0]:
            self._note(feasibility=before[1])
            return before[1]
        feasibility = self._searched(goals, blocks, seconds)
        if isinstance(feasibility, NoneFound) and not feasibility.is_exhaustive:
            self._fruitless[goals, blocks] = seconds, feasibility
        return feasibility

    def _searched(
        self, goals: tuple[Goal, ...], blocks: frozenset[tuple[str, str]] | None, seconds: float
    ) -> Feasibility:
        begin = self._begun(Phase.FEASIBILITY)
        limits = SearchLimits(seconds=seconds, query_ms=self._settings.solver_ms)
        feasibility = self._tools.feasible(self._program, goals, blocks, limits)
        assert isinstance(feasibility, (Counterexample, NoneFound)), "a search from the entry"
        self._note(feasibility=feasibility)
        self._clocked(Phase.FEASIBILITY, begin)
        return feasibility

    def _settled(self, answer: Feasibility) -> Decision | None:
        """Return what feasibility alone decides, or None.

        Where no execution reaches an error that the analysis saw, it may have stopped there, and have seen nothing of
        the code behind.  So a search proves something only if it has followed every execution of the whole program to
        its end.
        """
        if isinstance(answer, NoneFound) and answer.is_exhaustive:
            answer = self._searched((), None, min(self._settings.feasibility_seconds, self._left()))
            if isinstance(answer, NoneFound) and answer.is_exhaustive:
                return self._exhausted(answer)
        if isinstance(answer, Counterexample) and answer.failure.kind not in self._settings.ignored:
            return self._replayed(answer)
        return None

    def _exhausted(self, exhausted: NoneFound) -> Decision:
        """Return *safe* by an exhaustive search, once the interpreter has confirmed each end that it found."""
        begin = self._begun(Phase.REPLAY)
        proof = exhaustion(self._program, exhausted, lambda: self._left() <= 0, self._settings.uncounted)
        self._clocked(Phase.REPLAY, begin)
        if not proof.is_confirmed:
            return self._unknown(Phase.REPLAY, "not every end of an execution was confirmed")
        return replace(self._decided(Word.SAFE, "", proof.leak), exhaustion=proof, leaking=proof.leaking)

    def _released(self, decision: Decision, number: int, precision: Precision) -> Refined | Decision:
        """Return a decision, unless leaks matter and it leaves them open: a finer abstraction may exclude them."""
        if decision.leak is not Leak.UNKNOWN or not self._settings.decisive or number == self._settings.rounds:
            return decision
        self._safe_before = self._safe_before or decision
        return self._keeping_more(precision) or decision

    def _safe(self, verdict: Verdict) -> Decision:
        """Return *safe* by the analysis.  If it does not exclude leaks, an execution that leaks is looked for."""
        if verdict.leak is Leak.NONE:
            return self._decided(Word.SAFE, "", Leak.NONE)
        decisive = self._settings.decisive
        is_open = not decisive or verdict.leak is Leak.UNKNOWN or verdict.leak in decisive
        if is_open:
            leaking_run = self._seen_leaking(may_be_lost=verdict.leak is not Leak.UNRELEASED)
        else:
            leaking_run = self._leaking or self._sought_leak(_SOON, may_be_lost=False)
        if leaking_run is None and is_open and self._settings.seeks_leaks and self._left() > 0:
            searched = self._searched((), None, min(self._settings.feasibility_seconds, self._left()))
            whole = self._exhausted(searched) if isinstance(searched, NoneFound) and searched.is_exhaustive else None
            if whole is not None and whole.word is Word.SAFE:
                return whole
        return replace(self._decided(Word.SAFE, "", status_of(leaking_run)), leaking=leaking_run)

    def _seen_leaking(self, *, may_be_lost: bool = True) -> Leaking | None:
        """Return an execution that leaks, looked for only once; one that loses memory is preferred if `may_be_lost`."""
        if self._leaking is None and not self._is_leak_sought:
            self._is_leak_sought = True
            self._leaking = self._sought_leak(self._settings.leak_seconds, may_be_lost=may_be_lost)
        return self._leaking

    def _sought_leak(self, most: float, *, may_be_lost: bool = True) -> Leaking | None:
        begin = self._begun(Phase.FEASIBILITY)
        seconds = max(min(most, self._left()), _LEAST_LEAK_SECONDS)
        limits = SearchLimits(seconds=seconds, query_ms=self._settings.solver_ms)
        leak = self._tools.leaking(self._program, limits, self._settings.uncounted, may_be_lost)
        self._clocked(Phase.FEASIBILITY, begin)
        return leak

    def _leaks_decisively(self, number: int) -> bool:
        """Whether a decisive leak is found quickly; tried before other errors, and only in the first round."""
        if not self._settings.decisive or number > self._settings.first:
            return False
        leak = self._sought_leak(_SOON)
        if status_of(leak) in self._settings.decisive:
            self._leaking = leak
            return True
        return False

    def _replayed(self, counterexample: Counterexample) -> Decision:
        """Return *unsafe* if a replay shows the error, else *unknown*."""
        begin = self._begun(Phase.REPLAY)
        script, failure = shrunk(self._program, counterexample.script, counterexample.failure)
        counterexample = replace(counterexample, script=script, failure=failure)
        relied = relied_on(self._program, counterexample.script, counterexample.failure) or self._uncertain(
            counterexample
        )
        replays = () if relied else tuple(self._replay(counterexample))
        self._clocked(Phase.REPLAY, begin)
        if relied:
            return self._unknown(Phase.REPLAY, f"it rests on what is not known of {', '.join(relied)}", counterexample)
        if not replays:
            return self._unknown(Phase.REPLAY, "the counterexample was not confirmed", counterexample)
        decision = self._decided(Word.UNSAFE, counterexample.failure.kind.value, Leak.UNKNOWN)
        return replace(decision, counterexample=counterexample, replays=replays)

    def _uncertain(self, counterexample: Counterexample) -> tuple[str, ...]:
        """Return the approximated functions whose results an error may depend on."""
        seconds = max(min(_CERTAIN_SECONDS, self._left()), _LEAST_CERTAIN_SECONDS)
        limits = SearchLimits(seconds=seconds, query_ms=self._settings.solver_ms)
        return uncertain(self._program, counterexample.script, counterexample.failure, limits)

    def _refined(self, precision: Precision) -> Refined | Decision:
        """Refine the earliest discontinuity that can be fixed: ``refine (diagnose abstract_cex bound) abstraction``."""
        diagnosis: Discontinuity | Undiagnosed = Undiagnosed("time", 0)
        for diagnosis in self._diagnosed(precision):
            if isinstance(diagnosis, Undiagnosed):
                break
            if not isinstance(self._rounds[-1].diagnosis, Discontinuity):
                self._note(diagnosis=diagnosis)
            refined = self._mended(diagnosis, precision)
            if refined is not None:
                self._note(diagnosis=diagnosis, refined=refined)
                return refined
        if isinstance(self._rounds[-1].diagnosis, Discontinuity):
            return self._without_reason(precision, Phase.REFINEMENT, "no finer abstraction excludes the doomed state")
        assert isinstance(diagnosis, Undiagnosed)
        self._note(diagnosis=diagnosis)
        why = "time" if diagnosis.reason == "time" else "no doomed state where something was abstracted"
        return self._without_reason(precision, Phase.DIAGNOSIS, why)

    def _keeping_more(self, precision: Precision) -> Refined | None:
        """Return a refinement that keeps more than items have in common, once all of that is kept."""
        if precision.features is not None or self._left() <= 0:
            return None
        has_grown = any(gap.reason in GROWING for gap in self._system.gaps)
        if has_grown and ("linked",) not in self._tried:
            self._tried.discard(())
        for kept in sorted(_KEEPING_MORE, key=lambda kept: (not kept, has_grown and kept != ("linked",))):
            if kept not in self._tried and all(self._may_help(each) for each in kept):
                self._tried.add(kept)
                finer = replace(precision, measured="measured" in kept, linked="linked" in kept, apart="apart" in kept)
                refined = Refined(finer, what=" and ".join(_WORDS[each] for each in kept) or _AS_BEFORE)
                self._note(refined=refined)
                return refined
        return None

    def _may_help(self, kept: str) -> bool:
        """Whether the system has anything that this option would keep."""
        if kept == "measured":
            return _has_lists(self._system)
        if kept == "linked":
            return bool(self._tests) and self.analysis.abstraction.is_owning
        return bool(self._tests)

    def _without_reason(self, precision: Precision, phase: Phase, why: str) -> Refined | Decision:
        """Return a refinement with all patterns, where no single one is known to help; or give up."""
        refined = everything(precision, why) if self._left() > 0 else None
        if refined is None:
            return self._given_up(phase, why)
        self._note(refined=refined)
        return refined

    def _diagnosed(self, precision: Precision) -> Iterator[Discontinuity | Undiagnosed]:
        """Diagnose edges where finer patterns make a difference, then all edges, then with larger bounds."""
        begin = self._begun(Phase.DIAGNOSIS)
        is_late = self._lateness(Phase.DIAGNOSIS)
        quick, far = (self._synthesis(bounds) for bounds in (_quick(self._settings.bounds), self._settings.bounds))
        edges = {id(edge): edge for edge in widened(self._system)}
        differing = (each for each in Refiner(self._analysis).differing(self._system, precision) if id(each) in edges)
        first: dict[int, Edge] = {}
        passes = (
            Pass((first.setdefault(id(edge), edge) for edge in differing), quick),
            Pass((edge for edge in edges.values() if id(edge) not in first), quick),
            Pass(edges.values(), far),
        )
        for diagnosis in diagnose(self._system, passes, is_late):
            self._clocked(Phase.DIAGNOSIS, begin)
            yield diagnosis
            begin = self._begun(Phase.DIAGNOSIS)

    def _synthesis(self, bounds: DoomedBounds) -> Synthesis:
        return self._tools.synthesis(self._program, self._logic, self._goals(), bounds)

    def _mended(self, discontinuity: Discontinuity, precision: Precision) -> Refined | None:
        begin = self._begun(Phase.REFINEMENT)
        synthesis = self._synthesis(_quick(self._settings.bounds))
        refiner = Refiner(self._analysis, synthesis, self._lateness(Phase.REFINEMENT))
        refined = refiner.refine(self._system, discontinuity, precision)
        self._clocked(Phase.REFINEMENT, begin)
        return refined

    def _grown(self, precision: Precision, verdict: Verdict) -> Refined | Decision:
        """Refine after an analysis that found no error and did not end: a finer abstraction may fold the grown heaps.

        Code that it did not reach may have an error that an execution soon runs into.
        """
        if self._left() > 0:
            settled = self._settled(self._checked(min(self._settings.feasibility_seconds, self._left())))
            if settled is not None:
                return settled
        if verdict.reason in GROWING and self._left() > 0:
            begin = self._begun(Phase.REFINEMENT)
            refined = Refiner(self._analysis).folded(self._system, precision)
            self._clocked(Phase.REFINEMENT, begin)
            if refined is not None:
                self._note(refined=refined)
                return refined
        is_open = precision.measured or precision.linked or self._may_help("linked")
        keeping_more = self._keeping_more(precision) if is_open else None
        return keeping_more or self._unknown(Phase.ANALYSIS, verdict.reason)

    # Ends -------------------------------------------------------------------------------------------------------------

    def _given_up(self, phase: Phase, why: str) -> Decision:
        """Give up refining, and use the remaining time to search for a counterexample."""
        seconds = min(self._left(), self._settings.last_seconds)
        if seconds > self._settings.feasibility_seconds:
            settled = self._settled(self._checked(seconds))
            if settled is not None:
                return settled
        return self._unknown(phase, why)

    def _unknown(self, phase: Phase, why: str, counterexample: Counterexample | None = None) -> Decision:
        leaking = self._seen_leaking() if self._settings.seeks_leaks and counterexample is None else None
        decision = self._decided(Word.UNKNOWN, f"{phase.value}: {why}", status_of(leaking))
        return replace(decision, counterexample=counterexample, leaking=leaking)

    def _decided(self, word: Word, reason: str, leak: Leak) -> Decision:
        return Decision(word, reason, leak, tuple(self._rounds), self._system)

    # Accounts ---------------------------------------------------------------------------------------------------------

    def _note(
        self,
        feasibility: Feasibility | None = None,
        diagnosis: Discontinuity | Undiagnosed | None = None,
        refined: Refined | None = None,
    ) -> None:
        last = self._rounds[-1]
        self._rounds[-1] = replace(
            last,
            feasibility=feasibility or last.feasibility,
            diagnosis=diagnosis or last.diagnosis,
            refined=refined or last.refined,
        )

    def _begun(self, phase: Phase) -> float:
        self.phase = phase
        return self._tools.clock()

    def _clocked(self, phase: Phase, begin: float) -> None:
        last = self._rounds[-1]
        spent = last.seconds.get(phase, 0.0) + self._tools.clock() - begin
        self._rounds[-1] = replace(last, seconds={**last.seconds, phase: spent})

    def _left(self) -> float:
        return max(self._end - self._tools.clock(), 0.0)

    def _share(self, phase: Phase) -> float:
        return self._left() * self._settings.shares[phase]

    def _lateness(self, phase: Phase) -> Callable[[], bool]:
        end = self._tools.clock() + self._share(phase)
        return lambda: self._tools.clock() > end
