"""A differential fuzzer for C: random typed programs, their verdicts, and runs under gcc's sanitizers.

python benchmarks/fuzz_c.py [--programs 1000] [--seed 0] [--jobs 2] [--minutes M] [--symheap PYTHON] [--write NAME]

`--symheap` is the interpreter of the symheap that is tested: another checkout's, or this one's.  Wrong answers are
printed, made small and written to `--save`; `--only TAG` keeps to some features.  `--write NAME` puts the figures into
results/NAME.json, also while it runs and where it is interrupted; `--sum NAME NAME ... --write TOTAL` adds up several.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from measure import environment
from results import read_json, write_json

from symheap_testing.c.fuzz.campaign import FuzzCase, again, campaign
from symheap_testing.c.fuzz.generate import PIECES, program_of, random_program
from symheap_testing.c.fuzz.judge import Answer
from symheap_testing.c.fuzz.kinds import kinds_of
from symheap_testing.c.fuzz.mutants import corpus_mutant
from symheap_testing.c.fuzz.oracle import has_sanitizers
from symheap_testing.c.fuzz.program import FuzzProgram
from symheap_testing.c.fuzz.prover import Prover
from symheap_testing.c.fuzz.reduce import reduced

CORPUS = Path(__file__).resolve().parents[1] / "tests" / "programs"
MUTANTS = 8
"""Fraction of programs that are mutants of the corpus: one in this many."""
SECONDS = 2.0
INPUTS = 48
BATCH = 24
PROGRESS = 240
"""Number of programs between two lines of progress."""
REDUCED = 1
"""Number of wrong answers of each kind that are reduced."""


@dataclass
class Figures:
    """Results so far."""

    verdicts: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    by_tag: dict[str, Counter[str]] = field(default_factory=dict)
    examples: dict[str, dict[str, object]] = field(default_factory=dict)
    seeds: list[tuple[int, str]] = field(default_factory=list)
    runs: int = 0
    seconds: float = 0.0

    def add(self, case: FuzzCase) -> None:
        answer = case.judgement.answer
        self.verdicts[case.verdict.word] += 1
        self.answers[answer.value] += 1
        self.runs += case.runs
        self.seconds += case.verdict.seconds
        for tag in case.program.tags:
            if ":" not in tag:
                self.by_tag.setdefault(tag, Counter())[case.verdict.word] += 1
        if not case.verdict.decided:
            self.reasons[
                case.verdict.reason.split(":")[0][:60] if case.verdict.word == "unknown" else case.verdict.word
            ] += 1


class Fuzzing:
    """The workers and their shared state."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.figures = Figures()
        self.lock = threading.Lock()
        self.folder = Path(tempfile.mkdtemp(prefix="fuzz-c-"))
        self.started = time.monotonic()
        self.last = arguments.seed + arguments.programs
        self.next = arguments.seed
        self.is_stopped = False
        self.save = Path(arguments.save) if arguments.save else None
        if self.save:
            self.save.mkdir(parents=True, exist_ok=True)

    def stop(self, *_: object) -> None:
        """Start no more programs."""
        self.is_stopped = True

    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        threads = [threading.Thread(target=self._work, args=(number,)) for number in range(self.arguments.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        shutil.rmtree(self.folder, ignore_errors=True)

    def make(self, seed: int) -> FuzzProgram:
        if self.arguments.only:
            chosen = [piece for tag in self.arguments.only for piece in PIECES if piece.tag == tag]
            return program_of(chosen[seed % len(chosen)], seed)
        return corpus_mutant(CORPUS, seed) if seed % MUTANTS == 0 else random_program(seed)

    def _seeds(self) -> Iterator[int]:
        while True:
            with self.lock:
                late = self.arguments.minutes and time.monotonic() - self.started > 60 * self.arguments.minutes
                if self.next >= self.last or late or self.is_stopped:
                    return
                seed = self.next
                self.next += 1
            yield seed

    def _work(self, number: int) -> None:
        place = self.folder / f"job{number}"
        prover = Prover(self.arguments.symheap, self.arguments.timeout, place)
        try:
            for case in campaign(self.make, self._seeds(), prover, place, inputs=INPUTS, batch=BATCH):
                self._count(case)
                if case.judgement.answer.wrong or case.judgement.answer in (Answer.NOT_C,):
                    self._wrong(case, prover, place)
                elif case.judgement.answer in (Answer.UNCONFIRMED, Answer.LEAK_UNSEEN) and self.save:
                    self._keep(case, case.judgement.answer.value)
        finally:
            prover.close()

    def _count(self, case: FuzzCase) -> None:
        with self.lock:
            self.figures.add(case)
            done = sum(self.figures.verdicts.values())
            if done % PROGRESS == 0:
                print(f"{done} programs, {time.monotonic() - self.started:.0f} s", file=sys.stderr, flush=True)
                if self.arguments.write:
                    write_json(self.arguments.write, summary(self))

    def _wrong(self, case: FuzzCase, prover: Prover, place: Path) -> None:
        answer = case.judgement.answer
        with self.lock:
            seen = [self.figures.wrong[f"{answer.value}: {kind}"] for kind in kinds_of(case.program, case.judgement)]
        many = bool(seen) and min(seen) >= REDUCED
        small = case
        if self.arguments.reduce and answer.wrong and answer is not Answer.HANG and not (many and len(seen) == 1):
            small = self._small(case, prover, place, 6 if many else 60)
        kinds = kinds_of(small.program, small.judgement) if answer.wrong else ()
        told = f"{answer.value}: {' '.join(small.program.tags)}"
        with self.lock:
            for kind in kinds:
                self.figures.wrong[f"{answer.value}: {kind}"] += 1
                self.figures.examples.setdefault(f"{answer.value}: {kind}", _example(small))
            self.figures.seeds.append((case.program.number, told))
            print(f"{case.program.number}: {told} [{', '.join(kinds)}]", flush=True)
        self._keep(small, "-".join((answer.value, *(kinds[:1] or ("x",)))))

    def _small(self, case: FuzzCase, prover: Prover, place: Path, most: int) -> FuzzCase:
        smaller_cases = [case]

        def still_wrong(program: FuzzProgram) -> bool:
            smaller = again(program, smaller_cases[-1], prover, place / "small")
            if smaller is not None:
                smaller_cases.append(smaller)
            return smaller is not None

        reduced(case.program, still_wrong, most)
        return smaller_cases[-1]

    def _keep(self, case: FuzzCase, name: str) -> None:
        if self.save is None:
            return
        run = case.judgement.run
        told = [
            f"// {case.program.number}: {case.judgement.answer.value}: {' '.join(case.program.tags)}",
            f"// verdict: {case.verdict.word} {case.verdict.reason[:300]!r}, leak {case.verdict.leak}",
            f"// findings: {'; '.join(case.verdict.findings)}",
            f"// inputs: {case.verdict.inputs}"[:400],
            f"// why: {case.judgement.why[:300]!r}",
            f"// run: {run.number} {run.end.value} {'plain' if run.plain else 'sanitized'}: {run.summary}"
            if run
            else "// run: none",
        ]
        for number, text in enumerate(case.program.files(marked=True)):
            file = (
                self.save
                / f"{name.replace(' ', '_').replace('/', '_')}-{case.program.number}{'' if not number else '_b'}.c"
            )
            file.write_text("\n".join(told) + "\n" + text)


def _example(case: FuzzCase) -> dict[str, object]:
    run = case.judgement.run
    return {
        "seed": case.program.number,
        "tags": list(case.program.tags),
        "program": list(case.program.files()),
        "verdict": case.verdict.word,
        "run": run.summary if run else case.judgement.why[-300:],
    }


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=SECONDS, help="seconds for each proof")
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--symheap", default=sys.executable, help="the interpreter of the symheap that is tested")
    parser.add_argument("--save", default="", help="a folder for wrong answers")
    parser.add_argument("--only", action="append", help="keep to the feature of this tag; may be given several times")
    parser.add_argument("--no-reduce", dest="reduce", action="store_false")
    parser.add_argument("--write", default="", help="the name of the file of figures")
    parser.add_argument("--sum", nargs="+", default=[], help="names of files of figures to add up, instead of a run")
    return parser.parse_args()


def main() -> int:
    arguments = parsed()
    if arguments.sum:
        return told(total([read_json(name) for name in arguments.sum]), arguments.write)
    if not has_sanitizers():
        print("gcc with AddressSanitizer and UBSan is needed")
        return 2
    fuzzing = Fuzzing(arguments)
    fuzzing.run()
    return told(summary(fuzzing), arguments.write)


def told(content: dict[str, Any], name: str) -> int:
    """Print the figures and write them to a file; return the exit status."""
    print(json.dumps({key: value for key, value in content.items() if key != "examples"}, indent=1))
    if name:
        write_json(name, content)
    return 1 if content["wrong"] else 0


def total(parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Add up the figures of several runs, which must be of the same version."""
    tested = {part["tested"] for part in parts}
    if len(tested) > 1:
        raise SystemExit(f"these are of different versions: {', '.join(sorted(tested))}")
    sums: dict[str, Any] = dict(parts[0])
    for name in ("programs", "runs", "minutes", "seconds of proofs"):
        sums[name] = round(sum(part[name] for part in parts), 1)
    for name in ("verdicts", "answers", "reasons", "wrong"):
        sums[name] = dict(sum((Counter(part[name]) for part in parts), Counter[str]()).most_common())
    features: dict[str, Counter[str]] = {}
    for part in parts:
        for tag, words in part["features"].items():
            features.setdefault(tag, Counter()).update(words)
    decided = sums["verdicts"].get("safe", 0) + sums["verdicts"].get("unsafe", 0)
    return sums | {
        "first seed": [part["first seed"] for part in parts],
        "decided": round(decided / max(sums["programs"], 1), 3),
        "seeds": sorted(seed for part in parts for seed in part["seeds"]),
        "features": {tag: dict(features[tag]) for tag in sorted(features)},
        "examples": {name: each for part in parts for name, each in part["examples"].items()},
    }


def tested(python: str) -> str:
    """Return the commit of the tested symheap."""
    asked = "import symheap; print(symheap.__file__)"
    place = subprocess.run([python, "-P", "-c", asked], capture_output=True, text=True, check=False).stdout.strip()
    command = ["git", "-C", str(Path(place).parent), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def summary(fuzzing: Fuzzing) -> dict[str, Any]:
    figures = fuzzing.figures
    programs = sum(figures.verdicts.values())
    decided = figures.verdicts["safe"] + figures.verdicts["unsafe"]
    return {
        **environment(),
        "tested": tested(fuzzing.arguments.symheap),
        "programs": programs,
        "first seed": fuzzing.arguments.seed,
        "runs": figures.runs,
        "minutes": round((time.monotonic() - fuzzing.started) / 60, 1),
        "seconds of proofs": round(figures.seconds, 1),
        "decided": round(decided / max(programs, 1), 3),
        "verdicts": dict(figures.verdicts.most_common()),
        "answers": dict(figures.answers.most_common()),
        "reasons": dict(figures.reasons.most_common(25)),
        "wrong": dict(sorted(figures.wrong.items())),
        "seeds": sorted(figures.seeds),
        "features": {tag: dict(figures.by_tag[tag]) for tag in sorted(figures.by_tag)},
        "examples": figures.examples,
    }


if __name__ == "__main__":
    sys.exit(main())
