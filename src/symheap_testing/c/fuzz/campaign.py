"""A campaign: generate, prove, run, judge, and reduce wrong answers."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from symheap_testing.c.fuzz.inputs import inputs_for
from symheap_testing.c.fuzz.judge import Answer, Judgement, first_input, judge, with_one_less
from symheap_testing.c.fuzz.oracle import Runs, run_batch
from symheap_testing.c.fuzz.program import FuzzProgram
from symheap_testing.c.fuzz.prover import FuzzVerdict, Prover

Make = Callable[[int], FuzzProgram]


@dataclass(frozen=True, slots=True)
class FuzzCase:
    """A program, its verdict, and the judgement on that."""

    program: FuzzProgram
    verdict: FuzzVerdict
    judgement: Judgement
    inputs: tuple[str, ...] = ()
    runs: int = 0

    @property
    def telling(self) -> str:
        """Input of the run on which the judgement is based."""
        run = self.judgement.run
        return self.inputs[run.number] if run is not None and run.number < len(self.inputs) else ""


def examine(programs: Sequence[FuzzProgram], prover: Prover, folder: Path, inputs: int) -> list[FuzzCase]:
    """Prove each program, and run those that are decided."""
    verdicts = [prover.verdict(program.files()) for program in programs]
    decided = [at for at, verdict in enumerate(verdicts) if verdict.decided]
    given = [_inputs(programs[at], verdicts[at], inputs) for at in decided]
    place = folder / "batch"
    shutil.rmtree(place, ignore_errors=True)
    ran = run_batch([programs[at] for at in decided], given, place) if decided else []
    runs = dict(zip(decided, zip(given, ran, strict=True), strict=True))
    cases = []
    for at, (program, verdict) in enumerate(zip(programs, verdicts, strict=True)):
        asked, results = runs.get(at, ([], Runs()))
        cases.append(FuzzCase(program, verdict, judge(program, verdict, results), tuple(asked), len(results.runs)))
    return cases


def again(program: FuzzProgram, case: FuzzCase, prover: Prover, folder: Path) -> FuzzCase | None:
    """Return the case of a smaller program if its verdict is wrong in the same way on the same inputs, else None."""
    verdict = prover.verdict(program.files())
    if verdict.word != case.verdict.word:
        return None
    run, wrong = case.judgement.run, case.judgement.answer
    inputs = (
        [case.telling, case.telling] if wrong is not Answer.FALSE_ALARM else [first_input(verdict), *case.inputs[:12]]
    )
    runs = Runs()
    if verdict.decided:
        builds = (run.plain,) if run is not None and wrong is not Answer.FALSE_ALARM else (False,)
        [runs] = run_batch([program], [inputs], folder, builds)
    judgement = judge(program, verdict, runs)
    if judgement.answer is not wrong or (wrong is Answer.CRASH and _last(judgement) != _last(case.judgement)):
        return None
    return FuzzCase(program, verdict, judgement, tuple(inputs), len(runs.runs))


def _last(judgement: Judgement) -> str:
    return judgement.why.strip().rpartition("\n")[2]


def campaign(
    make: Make, seeds: Iterable[int], prover: Prover, folder: Path, *, inputs: int, batch: int
) -> Iterator[FuzzCase]:
    """Yield the cases of the programs of these seeds, batch by batch."""
    pending: list[FuzzProgram] = []
    for seed in seeds:
        pending.append(make(seed))
        if len(pending) == batch:
            yield from examine(pending, prover, folder, inputs)
            pending = []
    if pending:
        yield from examine(pending, prover, folder, inputs)


def _inputs(program: FuzzProgram, verdict: FuzzVerdict, count: int) -> list[str]:
    """Return the counterexample first, then boundary values and random ones."""
    return [
        first_input(verdict),
        *with_one_less(verdict),
        *inputs_for(Random(program.number), program.numbers(), count),
    ]
