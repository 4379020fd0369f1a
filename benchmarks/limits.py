"""Commands with random small limits of time, under load: ``python benchmarks/limits.py --runs 1000 --load 2 --seed 1``.

Explorations, proofs, comparisons, checks and tests of the examples and the test programs, each in a real process, with
limits from 0.05 to 3 seconds.  Each has to end within its limit plus two seconds, with a sensible exit status, a whole
run file and a whole document, and without a process or a temporary file left behind.  Every tenth is also shown and
resumed.  Writes ``benchmarks/results/limits.json``; status 1 if any of that does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from measure import environment
from results import write_json

from symheap_testing.time_limits import LATE_SECONDS, Attempt, AttemptEnd, attempts, load, tried

ROOT = Path(__file__).resolve().parents[1]
RESUMED_EVERY = 10


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=1000)
    options.add_argument("--load", type=int, default=2, help="processes that are always busy")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--no-write", action="store_true", help="print the result only")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="symheap-limits-") as folder, load(given.load):
        every = enumerate(attempts(ROOT, given.runs, given.seed))
        outcomes = [_shown(number, each, Path(folder)) for number, each in every]
    content = {**_summary(outcomes), "runs": given.runs, "load": given.load, "seed": given.seed}
    print(json.dumps(content, indent=1))
    if not given.no_write:
        print(write_json("limits", {"environment": environment(), **content}))
    return 1 if content["broken"] else 0


def _shown(number: int, attempt: Attempt, folder: Path) -> AttemptEnd:
    outcome = tried(attempt, folder, resume=number % RESUMED_EVERY == 0)
    if outcome.problems:
        print(f"{number}: {_told(outcome)}", file=sys.stderr)
    return outcome


def _told(outcome: AttemptEnd) -> str:
    command = " ".join(os.path.relpath(each, ROOT) if os.sep in each else each for each in outcome.attempt.command)
    return f"symheap {command}: {'; '.join(outcome.problems)}"


def _summary(found: list[AttemptEnd]) -> dict[str, object]:
    late = sorted(each.late for each in found)
    return {
        "allowed_late_seconds": LATE_SECONDS,
        "most_late_seconds": round(late[-1], 3),
        "late_seconds_at": {f"{part} %": round(late[len(late) * part // 100], 3) for part in (50, 90, 99)},
        "ended_by_itself": sum(not each.was_killed for each in found),
        "killed": sum(each.was_killed for each in found),
        "statuses": dict(sorted(Counter(each.status for each in found).items())),
        "commands": dict(sorted(Counter(each.attempt.arguments[0] for each in found).items())),
        "broken": [_told(each) for each in found if each.problems],
    }


if __name__ == "__main__":
    sys.exit(main())
