"""The figures of a campaign: counts of its rows, and the sum of several parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from symheap_testing.java.fuzz.campaign import MethodRow

WRONG = ("wrong", "hang", "crash")
"""The states of rows with an error."""

_NUMBERS = (
    "methods",
    "inputs",
    "paths",
    "examples reproduced",
    "examples not built",
    "complete",
    "units lost",
    "seconds",
)
_COUNTERS = (
    *("status", "laws", "wrong by what the method asks", "of these, methods that ask nothing else"),
    *("wrong after reduction", "incomplete"),
)
_LISTS = ("wrong", "small")


def figures(rows: Sequence[MethodRow], small: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the figures of some rows, and of the reduced programs."""
    wrong = [row for row in rows if row.status in WRONG]
    complete = sum(1 for row in rows if row.status == "right" or (row.status == "wrong" and not row.reason))
    asked = Counter(tag for row in wrong for tag in (tags_of(row) or ("no tag",)))
    alone = Counter((tags_of(row) or ("no tag",))[0] for row in wrong if len(tags_of(row)) <= 1)
    reduced = Counter(f"{entry['law']}: {' + '.join(entry['tags']) or 'no tag'}" for entry in small)
    return {
        "methods": len(rows),
        "inputs": sum(row.inputs for row in rows),
        "paths": sum(row.paths for row in rows),
        "examples reproduced": sum(row.reproduced for row in rows),
        "examples not built": sum(row.not_built for row in rows),
        "status": dict(Counter(row.status for row in rows)),
        "complete": complete,
        "decided": _share(complete, len(rows)),
        "laws": dict(Counter(problem.law for row in rows for problem in row.problems)),
        "wrong by what the method asks": dict(asked.most_common()),
        "of these, methods that ask nothing else": dict(alone.most_common()),
        "wrong": [shown(row) for row in wrong],
        "wrong after reduction": dict(reduced.most_common()),
        "incomplete": dict(Counter(row.reason[:90] for row in rows if row.status == "incomplete").most_common(25)),
        "small": list(small),
    }


def total(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sum of several parts of a campaign, which must have one version and different seeds."""
    commits = sorted({str(part["commit"]) for part in parts})
    if len(commits) > 1:
        raise ValueError(f"these are of different versions: {', '.join(commits)}")
    commands = [str(part["command"]) for part in parts]
    if len(set(commands)) < len(commands):
        raise ValueError("two of these are of the same command, and so of the same programs")
    sums: dict[str, Any] = dict(parts[0]) | {"command": commands}
    for name in _NUMBERS:
        sums[name] = round(sum(part[name] for part in parts), 1)
    for name in _COUNTERS:
        sums[name] = dict(sum((Counter(part[name]) for part in parts), Counter[str]()).most_common())
    for name in _LISTS:
        sums[name] = [each for part in parts for each in part[name]]
    return sums | {"decided": _share(sums["complete"], sums["methods"])}


def _share(part: int, whole: int) -> float:
    return round(part / max(1, whole), 3)


def shown(row: MethodRow) -> str:
    """Return a wrong row as one line."""
    first = f"{row.problems[0].law}: {row.problems[0].detail}" if row.problems else row.reason
    return f"{row.seed} {row.method} [{', '.join(tags_of(row))}] {row.status}: {first[:200]}"


def tags_of(row: MethodRow) -> tuple[str, ...]:
    """Return possible causes of a wrong answer: an example that no JVM can build has an object of a failing class."""
    if row.problems and all("infeasible" in problem.detail for problem in row.problems):
        return ("failing initialiser (its objects as inputs)",)
    return row.tags
