"""Find verdicts on C that another version had right and this one has lost.

python benchmarks/c_kept.py --symheap PYTHON [--programs 600] [--seed 500000] [--timeout 10] [--write NAME]

`--symheap` is the interpreter of the other version.  The programs are those of ``tests/programs`` with their labels,
and random ones whose verdicts are judged by runs under gcc's sanitizers.  A verdict is lost if the other version
decides correctly and this one does not decide.  Contradictions between the two are listed for manual review: the runs
may miss an error.  Status 1 if more than one in a hundred is lost.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measure import environment
from results import write_json

from symheap_testing.c.corpus import broken_programs, right_programs
from symheap_testing.c.fuzz.campaign import campaign
from symheap_testing.c.fuzz.generate import random_program
from symheap_testing.c.fuzz.judge import Answer
from symheap_testing.c.fuzz.mutants import corpus_mutant
from symheap_testing.c.fuzz.program import FuzzProgram
from symheap_testing.c.fuzz.prover import FuzzVerdict, Prover

CORPUS = Path(__file__).resolve().parents[1] / "tests" / "programs"
MUTANTS = 8
PATIENCE = 4.0
"""Factor on the seconds with which a program that seems lost is tried again: the machine may be busy."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A program that the other version decides correctly, and the verdict of this one."""

    name: str
    texts: tuple[str, ...]
    before: FuzzVerdict
    now: FuzzVerdict

    @property
    def lost(self) -> bool:
        return not self.now.decided

    @property
    def contradicts(self) -> bool:
        return self.now.decided and self.now.word != self.before.word


class Comparison:
    """Two versions that get the same programs."""

    def __init__(self, other: str, seconds: float, folder: Path) -> None:
        self.folder = folder
        self.before = Prover(other, seconds, folder / "before")
        self.now = Prover(sys.executable, seconds, folder / "now")
        self.patient = Prover(sys.executable, PATIENCE * seconds, folder / "patient")

    def close(self) -> None:
        for prover in (self.before, self.now, self.patient):
            prover.close()

    def corpus(self) -> Iterator[Pair]:
        """Yield the programs with labels for which the other version's verdict agrees with the label."""
        labelled = []
        for folder in ("c", "c_refine"):
            labelled += [(each.source, "safe") for each in right_programs(CORPUS / folder)]
            labelled += [(each.source, "unsafe") for each in broken_programs(CORPUS / folder)]
        for source, word in sorted(labelled):
            texts = (source.read_text(encoding="utf-8"),)
            before = self.before.verdict(texts)
            if before.word == word:
                yield Pair(source.stem, texts, before, self.asked(texts))

    def random(self, seeds: range) -> Iterator[Pair]:
        """Yield random programs for which no run contradicts the other version's verdict."""
        for case in campaign(_program, seeds, self.before, self.folder, inputs=24, batch=24):
            if case.verdict.decided and case.judgement.answer is Answer.RIGHT:
                texts = tuple(case.program.files())
                yield Pair(f"seed {case.program.number}", texts, case.verdict, self.asked(texts))

    def asked(self, texts: tuple[str, ...]) -> FuzzVerdict:
        now = self.now.verdict(texts)
        return now if now.decided else self.patient.verdict(texts)


def _program(seed: int) -> FuzzProgram:
    return corpus_mutant(CORPUS, seed) if seed % MUTANTS == 0 else random_program(seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--symheap", required=True, help="the interpreter of the other version")
    parser.add_argument("--programs", type=int, default=600)
    parser.add_argument("--seed", type=int, default=500_000)
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds for each proof")
    parser.add_argument("--save", default="", help="a folder for the programs that are lost")
    parser.add_argument("--write", default="", help="the name of the file of figures")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="c-kept-") as folder:
        comparison = Comparison(arguments.symheap, arguments.timeout, Path(folder))
        try:
            parts = {
                "corpus": _collected(comparison.corpus(), arguments.save),
                "random": _collected(
                    comparison.random(range(arguments.seed, arguments.seed + arguments.programs)), arguments.save
                ),
            }
        finally:
            comparison.close()
    content = {**environment(), "programs": arguments.programs, "first seed": arguments.seed, **_sums(parts)}
    print(json.dumps(content, indent=1))
    if arguments.write:
        write_json(arguments.write, content)
    return 1 if content["lost"] > 0.01 * content["right before"] else 0


def _collected(pairs: Iterator[Pair], save: str) -> list[Pair]:
    result = []
    for pair in pairs:
        result.append(pair)
        if pair.lost or pair.contradicts:
            print(f"{pair.name}: {pair.before.word}, now {pair.now.word} ({pair.now.reason[:200]})", flush=True)
            if save:
                Path(save).mkdir(parents=True, exist_ok=True)
                for number, text in enumerate(pair.texts):
                    (Path(save) / f"{pair.name.replace(' ', '-')}-{number}.c").write_text(text, encoding="utf-8")
    return result


def _sums(parts: dict[str, list[Pair]]) -> dict[str, object]:
    every = [pair for pairs in parts.values() for pair in pairs]
    return {
        "right before": len(every),
        "lost": sum(pair.lost for pair in every),
        "contradicted": sum(pair.contradicts for pair in every),
        "parts": {
            name: {"right before": len(pairs), "lost": sum(pair.lost for pair in pairs)}
            for name, pairs in parts.items()
        },
        "reasons": dict(Counter(pair.now.reason[:100] for pair in every if pair.lost).most_common()),
        "lost programs": {
            pair.name: [pair.before.word, pair.now.word, pair.now.reason[:200]] for pair in every if pair.lost
        },
        "contradictions": {pair.name: [pair.before.word, pair.now.word] for pair in every if pair.contradicts},
    }


if __name__ == "__main__":
    sys.exit(main())
