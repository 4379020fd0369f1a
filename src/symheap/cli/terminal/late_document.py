"""The document of a command that ran out of time without a result.  It imports nothing slow."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

TIMEOUT: Final = "timeout"
_SKIPPED: Final = "out of time before there was a result"
_NO_TRACES: Final = dict.fromkeys(("total", "normal", "exceptional", "cut", "unsupported", "unknown"), 0)
Document = dict[str, object]


def late_document(arguments: Sequence[str], seconds: float) -> tuple[str | None, str]:
    """Return the output file of a command line (None: standard output) and the text; an empty text for other forms."""
    command = arguments[0] if arguments else ""
    if command not in _DOCUMENTS or _option(arguments, "--format") != "json":
        return None, ""
    targets = [each for each in _positional(arguments[1:]) if each]
    schema = 1 if command != "explore" or _option(arguments, "--schema") == "1" else 2
    document = {
        "schema": schema,
        "target": " ".join(targets),
        **_DOCUMENTS[command](arguments, targets, round(seconds, 3)),
    }
    file = None if command == "test" else _option(arguments, "-o", "--output") or None
    return file, json.dumps(document) + "\n"


def _option(arguments: Sequence[str], *names: str) -> str:
    given = ""
    for at, each in enumerate(arguments):
        name, equals, value = each.partition("=")
        if name in names:
            given = value if equals else arguments[at + 1] if at + 1 < len(arguments) else ""
    return given


def _positional(arguments: Sequence[str]) -> list[str]:
    """Return the words before the first option, because options may have values and are not known here."""
    first = next((at for at, each in enumerate(arguments) if each.startswith("-")), len(arguments))
    return list(arguments[:first])


def _explored(arguments: Sequence[str], targets: Sequence[str], seconds: float) -> Document:
    nothing: Document = {"findings": [], "thrown": [], "unsupported": [], "assumptions": []}
    solver = {"queries": 0, "answered_without_solver": 0, "unknown": 0, "tokens": 0, "seconds": 0.0}
    return {
        "heap": _option(arguments, "--heap") or "pose",
        "results": [],
        "complete": False,
        "stopped": TIMEOUT,
        "traces": _NO_TRACES,
        "paths": 0,
        "solver": solver,
        "seconds": seconds,
        "coverage": {"lines": 0, "covered": 0},
        **nothing,
    }


def _proved(arguments: Sequence[str], targets: Sequence[str], seconds: float) -> Document:
    return {
        "files": list(targets),
        "property": _option(arguments, "--property") or "memsafety",
        "model": _option(arguments, "--model") or "lp64",
        "entry": _option(arguments, "--entry") or "main",
        "verdict": "unknown",
        "reason": TIMEOUT,
        "leak": "unknown",
        **{name: [] for name in ("assumptions", "findings", "diagnosis", "invariants", "patterns", "rounds")},
        "gaps": [{"reason": TIMEOUT}],
        "counterexample": None,
        "proof": None,
        "certificate": None,
        "check": None,
        "seconds": seconds,
    }


def _verified(arguments: Sequence[str], targets: Sequence[str], seconds: float) -> Document:
    return {
        "property": _option(arguments, "--property"),
        "verdict": "unknown",
        "reason": TIMEOUT,
        "open": [{"kind": TIMEOUT, "text": "out of time"}],
        "violation": None,
        "heap": _option(arguments, "--heap") or "pose",
        "complete": False,
        "traces": _NO_TRACES,
        "paths": 0,
        "assumptions": [],
        "seconds": seconds,
    }


def _methods(arguments: Sequence[str], targets: Sequence[str], seconds: float) -> Document:
    return {"methods": [], "skipped": [_SKIPPED]}


def _classes(arguments: Sequence[str], targets: Sequence[str], seconds: float) -> Document:
    return {"classes": [], "skipped": [_SKIPPED]}


_DOCUMENTS: Final[Mapping[str, Callable[[Sequence[str], Sequence[str], float], Document]]] = {
    "explore": _explored,
    "prove": _proved,
    "verify": _verified,
    "compare": _methods,
    "check": _methods,
    "test": _classes,
}
