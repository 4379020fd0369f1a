"""Everyday bugs: is the bug of each class the first finding of ``symheap explore``, and how long does the command take.

    python benchmarks/first_minute.py [FOLDER] [--only NAME] [--verbose]

Each class is explored by the command with its defaults, in a process of its own.  The seconds are CPU time of the whole
process, javac included.  A file begins with ``// bug: LINE EXCEPTION METHOD``; one without is a twin that has no bug.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "tests" / "programs" / "first_minute"


@dataclass(frozen=True)
class Result:
    name: str
    status: int
    findings: list[dict[str, Any]]
    seconds: float
    expected: tuple[str, str] | None

    @property
    def place(self) -> int | None:
        """Place of the expected bug among the findings, counted from 1, or None."""
        places = [n for n, each in enumerate(self.findings, 1) if said(each) == self.expected]
        return places[0] if places else None

    @property
    def false_errors(self) -> list[dict[str, Any]]:
        return [each for each in self.errors if said(each) != self.expected]

    @property
    def errors(self) -> list[dict[str, Any]]:
        return [each for each in self.findings if each["rank"] == "error"]


def said(finding: dict[str, Any]) -> tuple[str, str]:
    return finding["place"].rpartition(":")[2], finding["exception"]


def examine(path: Path) -> Result:
    bug = re.search(r"^// bug: (\d+) (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    command = [sys.executable, "-m", "symheap", "explore", str(path), "-q", "--format", "json", "--no-store"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"{path}: status {done.returncode}: {done.stderr}")
    expected = None if bug is None else (bug[1], bug[2])
    return Result(path.stem, done.returncode, json.loads(done.stdout)["findings"], seconds, expected)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--only")
    parser.add_argument("--verbose", action="store_true")
    wanted = parser.parse_args()
    results = []
    for path in sorted(wanted.folder.glob("*.java")):
        if wanted.only and wanted.only != path.stem:
            continue
        result = examine(path)
        results.append(result)
        ranks = [sum(each["rank"] == rank for each in result.findings) for rank in ("error", "warning", "note")]
        what = "twin" if result.expected is None else f"place {result.place}"
        line = f"{result.name:24} {what:10} {result.seconds:6.2f} s  status {result.status}"
        print(f"{line}  errors, warnings, notes {ranks}", flush=True)
        for each in result.findings if wanted.verbose else ():
            print(f"    {each['rank']:8} {each['place']} {each['message']} ({each['reason']}) {each['statements']}")
    bugs = [r for r in results if r.expected is not None]
    print(f"first in {sum(r.place == 1 for r in bugs)} of {len(bugs)}; found {sum(r.place is not None for r in bugs)}")
    shown = sum(r.place is not None and r.findings[r.place - 1]["rank"] == "error" for r in bugs)
    print(f"as an error in {shown}; false errors {sum(len(r.false_errors) for r in results)} in {len(results)} classes")
    print(f"CPU seconds: largest {max(r.seconds for r in results):.2f}, sum {sum(r.seconds for r in results):.2f}")


if __name__ == "__main__":
    main()
