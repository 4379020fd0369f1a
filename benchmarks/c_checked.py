"""Prove C programs with the proof checker and without, and replay unsafe ones on the user's own files.

python benchmarks/c_checked.py [--suite SLAyer] [--only REGEX] [--timeout 120] [--write NAME]

The programs are those of ``tests/programs`` with their labels, and with `--suite` those of SLAyer's test suite.  Each
that is safe by its label is proved with the checker and without, and the CPU seconds are added up.  Each that is unsafe
is replayed: *confirmed* if its own file shows the error under AddressSanitizer, *not confirmed* with the reason, or
*refused* if gcc does not compile it.  Status 1 if a verdict contradicts a label.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from measure import environment
from results import write_json

import symheap
from symheap.bench.slayer import UNSAFE, suite_programs
from symheap_testing.c.corpus import broken_programs, right_programs

CORPUS = Path(__file__).resolve().parents[1] / "tests" / "programs"
OWN = "asan"
REFUSED = "files do not compile"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A program, whether its label says safe, and the options for reading it."""

    name: str
    file: Path
    is_safe: bool
    options: dict[str, Any] = field(default_factory=dict)


def corpus() -> Iterator[Labelled]:
    for folder in ("c", "c_refine"):
        reading = {"include": (CORPUS / folder / "include",)}
        for right in right_programs(CORPUS / folder):
            yield Labelled(right.source.stem, right.source, True, reading)
        for broken in broken_programs(CORPUS / folder):
            yield Labelled(broken.source.stem, broken.source, False, reading)


def suite(folder: Path, aliases: Path) -> Iterator[Labelled]:
    for each in suite_programs(folder, aliases):
        options = {
            "model": each.options.model.name.lower(),
            "include": each.options.include,
            "define": each.options.define,
            "include_first": each.options.include_first,
        }
        yield Labelled(each.name, each.file, each.label != UNSAFE, options)


@dataclass
class Figures:
    """Results so far."""

    seconds: dict[str, dict[bool, float]] = field(default_factory=dict)
    verdicts: dict[str, Counter[str]] = field(default_factory=dict)
    unchecked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    ends: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def proved(self, part: str, program: Labelled, limit: float, *, first: bool) -> None:
        """Prove a program with the checker and without; `first` comes first, since the second run finds warm caches."""
        for certify in (first, not first):
            began = time.process_time()
            proof = symheap.prove([program.file], timeout=limit, certify=certify, **program.options)
            spent = self.seconds.setdefault(part, {True: 0.0, False: 0.0})
            spent[certify] += time.process_time() - began
            if not certify:
                continue
            self.verdicts.setdefault(part, Counter())[proof.verdict] += 1
            if proof.verdict == "unsafe":
                self.wrong.append(program.name)
            elif proof.verdict == "unknown":
                self.unchecked.append(f"{program.name}: {proof.reason}")

    def replayed(self, part: str, program: Labelled, limit: float) -> None:
        proof = symheap.prove([program.file], timeout=limit, replay=True, **program.options)
        self.verdicts.setdefault(part, Counter())[proof.verdict] += 1
        ends = self.ends.setdefault(part, {"confirmed": [], "not confirmed": [], "refused": []})
        if proof.verdict == "safe":
            self.wrong.append(program.name)
        document: dict[str, Any] = dict(proof.document())
        shown = {name for each in document["findings"] for name in each.get("replayed", ())}
        if OWN in shown:
            ends["confirmed"].append(program.name)
            return
        why = "; ".join(proof.notes) or f"{proof.verdict} ({proof.reason})"
        why = re.sub(r"/\S*/", "", why)  # folders of this machine
        ends["refused" if REFUSED in why else "not confirmed"].append(f"{program.name}: {why}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default="", help="a checkout of SLAyer")
    parser.add_argument("--only", default="", help="keep to programs in whose names this is found")
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds for each proof")
    parser.add_argument("--write", default="", help="the name of the file of figures")
    arguments = parser.parse_args()
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="c-checked-") as aliases:
        parts = {"corpus": list(corpus())}
        if arguments.suite:
            parts["suite"] = list(suite(Path(arguments.suite), Path(aliases)))
        for part, programs in parts.items():
            for number, program in enumerate(programs):
                if not re.search(arguments.only, program.name):
                    continue
                if program.is_safe:
                    figures.proved(part, program, arguments.timeout, first=number % 2 == 0)
                else:
                    figures.replayed(part, program, arguments.timeout)
                print(f"{part}: {number + 1} of {len(programs)}", file=sys.stderr, flush=True)
    content = {**environment(), **summary(figures)}
    print(json.dumps(content, indent=1))
    if arguments.write:
        write_json(arguments.write, content)
    return 1 if figures.wrong else 0


def summary(figures: Figures) -> dict[str, object]:
    with_checker = sum(each[True] for each in figures.seconds.values())
    without = sum(each[False] for each in figures.seconds.values())
    counts = {part: {end: len(names) for end, names in ends.items()} for part, ends in figures.ends.items()}
    return {
        "verdicts": {part: dict(each) for part, each in figures.verdicts.items()},
        "wrong": figures.wrong,
        "unknown though safe": figures.unchecked,
        "CPU seconds with the checker": {part: round(each[True], 1) for part, each in figures.seconds.items()},
        "CPU seconds without": {part: round(each[False], 1) for part, each in figures.seconds.items()},
        "ratio": round(with_checker / without, 2) if without else None,
        "replays": counts,
        "not confirmed": {part: ends["not confirmed"] for part, ends in figures.ends.items()},
        "refused": {part: ends["refused"] for part, ends in figures.ends.items()},
    }


if __name__ == "__main__":
    sys.exit(main())
