"""Everyday bugs: is the bug of each class the first finding, how long does it take, and what is said of the twins.

    python benchmarks/first_minute.py [FOLDER] [--only NAME] [--verbose] [--sequences-only]

Each class is explored method by method in deepening rounds, and its crashes are ranked.  The seconds are CPU time of
loading, exploring and ranking in one process; starting Python is not among them.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from collections import deque
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from symheap.core.deadline import Deadline, within
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded, load_all
from symheap.report.explored import notation_of
from symheap.testgen.reach.find import explore_method
from symheap.testgen.reach.rank import Rank, Ranked, Reachability, method_of

FOLDER = Path(__file__).parents[1] / "tests" / "programs" / "first_minute"


@dataclass(frozen=True)
class Result:
    name: str
    ranked: tuple[Ranked, ...]
    seconds: float
    expected: tuple[int, str, str] | None

    @property
    def place(self) -> int | None:
        """The place of the expected bug among the findings, from 1."""
        for number, each in enumerate(self.ranked, 1):
            if self.expected == (each.key.line, each.key.exception, method_of(each.place)):
                return number
        return None

    @property
    def false_errors(self) -> int:
        errors = [each for each in self.ranked if each.rank is Rank.ERROR]
        return sum((each.key.line, each.key.exception) != (self.expected or ())[:2] for each in errors)


def examine(path: Path, explores: bool) -> Result:
    started = time.process_time()
    found = re.search(r"^// bug: (\d+) (\S+) (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    expected = None if found is None else (int(found[1]), found[2], found[3])
    options = JavaOptions(environ=dict(os.environ))
    reachability: Reachability | None = None
    for loaded in load_all(str(path), options).members:
        if not isinstance(loaded, Loaded) or loaded.java is None:
            continue
        if reachability is None:
            reachability = Reachability(loaded.java, notation_of(loaded).is_own)
            reachability.search()
        if not explores:
            break
        deque(explore_method(loaded.java, reachability), maxlen=0)
    ranked = () if reachability is None else reachability.ranked()
    return Result(path.stem, ranked, time.process_time() - started, expected)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--only")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--sequences-only", action="store_true")
    wanted = parser.parse_args()
    results = []
    for path in sorted(wanted.folder.glob("*.java")):
        if wanted.only and wanted.only != path.stem:
            continue
        examined = partial(examine, path, not wanted.sequences_only)
        result = within(Deadline(time.perf_counter() + 60), examined)
        results.append(result)
        ranks = [sum(each.rank is rank for each in result.ranked) for rank in Rank]
        said = "twin" if result.expected is None else f"place {result.place}"
        print(f"{result.name:20} {said:10} {result.seconds:6.2f} s  errors, warnings, notes {ranks}", flush=True)
        for each in result.ranked if wanted.verbose else ():
            text = " ".join(each.statements)
            print(f"    {each.rank.name.lower():8} {each.key.line:3} {each.key.exception} ({each.reason}) {text}")
    bugs = [r for r in results if r.expected is not None]
    print(f"first in {sum(r.place == 1 for r in bugs)} of {len(bugs)}; found {sum(r.place is not None for r in bugs)}")
    shown = sum(r.place is not None and r.ranked[r.place - 1].rank is Rank.ERROR for r in bugs)
    print(f"as an error in {shown}; false errors {sum(r.false_errors for r in results)} in {len(results)} classes")
    print(f"CPU seconds: largest {max(r.seconds for r in results):.2f}, sum {sum(r.seconds for r in results):.2f}")


if __name__ == "__main__":
    main()
