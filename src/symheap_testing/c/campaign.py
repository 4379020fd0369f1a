"""Check proofs of C programs: their edges by entailment, their heaps by runs, their verdicts by mutants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import RandomOracle
from symheap.memory.ir import DataModel, Program
from symheap.memory.outcome import Exited, Failed, Finished, Outcome, Refused
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.checking import abstracting, recheck
from symheap.separation.proof.transition import Edge, System
from symheap.separation.proof.verdict import Leak, Verdict, Word, judged
from symheap.solver.chain import default_chain
from symheap_testing.c.mutants import Mutant, some_mutants
from symheap_testing.c.runs import LIMITS, CutPoints, Stranger, first_failure

TIMEOUT_MS = 2_000


@dataclass(frozen=True, slots=True)
class JudgedSystem:
    """The analysis of a program.  With gaps, the system is incomplete."""

    program: Program
    system: System
    verdict: Verdict

    @property
    def is_safe(self) -> bool:
        return self.verdict.word is Word.SAFE


def proved(program: Program, seconds: float) -> JudgedSystem:
    logic = Logic(default_chain(timeout_ms=TIMEOUT_MS)[0])
    abstraction = Abstraction(logic, program.model.pointer)
    system = Analysis(program, logic, abstraction, AnalysisLimits(seconds=seconds)).run()
    return JudgedSystem(program, system, judged(system))


def corpus(folder: Path) -> list[Path]:
    """Return the programs of a folder that are not broken on purpose."""
    return sorted(path for path in folder.glob("*.c") if not path.stem.endswith("_broken"))


def load_program(path: Path, model: DataModel = DataModel.LP64) -> Program:
    return load([path], COptions(model, include=(path.parent / "include",)))


# Proofs against runs --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Examined:
    """A checked proof: the number of `edges` that fold, cover or widen, those that do not hold, and visited loop
    states.

    `partly` and `summarised` are as in `CutPoints`; `wrong` is an outcome that the verdict excludes: an error of a
    program that is called safe, or a leak of one without leaks.
    """

    edges: int
    wrong_edges: tuple[Edge, ...]
    states: int
    partly: int
    summarised: int
    strangers: tuple[Stranger, ...]
    wrong: Outcome | None

    @property
    def is_sound(self) -> bool:
        return not self.wrong_edges and not self.strangers and self.wrong is None


def examine(proof: JudgedSystem, seeds: Iterable[int], most_states: int | None = None) -> Examined:
    """Check a proof against runs with these seeds, until there are enough states.

    A system with gaps or failures stops at these, and runs may continue: then only its edges are checked.
    """
    checked = Logic(default_chain(timeout_ms=TIMEOUT_MS)[0])
    observed = CutPoints(proof.program, proof.system)
    wrong: Outcome | None = None
    for seed in seeds if proof.is_safe else ():
        outcome = run(proof.program, RandomOracle(seed), LIMITS, observed)
        if _denies(proof.verdict, outcome):
            wrong = outcome
        if observed.strangers or wrong or (most_states is not None and observed.states >= most_states):
            break
    return Examined(
        len(abstracting(proof.system)),
        tuple(recheck(checked, proof.system)),
        observed.states,
        observed.partly,
        observed.summarised,
        tuple(observed.strangers),
        wrong,
    )


def _denies(verdict: Verdict, outcome: Outcome) -> bool:
    """Whether a verdict of *safe* excludes this outcome of a run."""
    if isinstance(outcome, (Finished, Exited)):
        return bool(outcome.leaks) and verdict.leak is Leak.NONE
    return isinstance(outcome, (Failed, Refused))


# Mutants --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Killed:
    """A mutant that some run makes fail, and the verdict of the analysis on it."""

    mutant: Mutant
    failure: Failed
    verdict: Verdict

    @property
    def is_sound(self) -> bool:
        return self.verdict.word is not Word.SAFE

    @property
    def is_cut(self) -> bool:
        """Whether the analysis gave up before it had a finding."""
        return not self.verdict.findings and self.is_sound


def killed_mutants(program: Program, count: int, random: Random, runs: int, seconds: float) -> Iterator[Killed]:
    """Yield those of `count` mutants that fail in this many random runs."""
    for mutant in some_mutants(program, count, random):
        failure = first_failure(mutant.program, range(runs))
        if failure is not None:
            yield Killed(mutant, failure, proved(mutant.program, seconds).verdict)
