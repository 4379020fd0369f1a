"""SARIF 2.1.0, as far as all commands write it alike: rules, places, fingerprints, flows, and what was left open.

Laws:

* a fingerprint does not change when lines are added or removed elsewhere, and no two results of a log share one;
* whatever a name holds, the log is valid, and no text in it steers or reorders what shows it;
* what was cut, not known or not supported is said in the log: a log without results is not yet a clean program.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote

from symheap.report.draw.labels import printable
from symheap.report.formats.sarif_rules import RULES, Rule
from symheap.report.java.source_lines import SourceLines
from symheap.store.records import Json

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "symheap/v1"
ROOT = "%SRCROOT%"
_MOST_STEPS = 100
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is.

    `file` is a path, empty where there is none to point at; `line` and `column` are 0 where they are not known.
    `member` is the method or function, and `offset` the instruction in it, where the code was compiled.
    """

    file: str
    line: int = 0
    column: int = 0
    member: str = ""
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A place that a run comes by, and what happens there."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """`steps` are the run that leads there, `stack` the calls that have not returned, innermost first.

    `is_open` says that there is no problem but a question: whether there is one was not decided.
    """

    rule: str
    level: str
    message: str
    place: Place
    steps: tuple[Step, ...] = ()
    stack: tuple[Step, ...] = ()
    is_open: bool = False
    properties: dict[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """What the reader should know of the analysis itself: above all, what it left open."""

    text: str
    level: str = "warning"


@dataclass(frozen=True, slots=True)
class Ended:
    """How the command ended: its exit status, and whether it came to its end."""

    status: int
    is_successful: bool = True


def log(
    about: tuple[str, str],
    results: Iterable[Result],
    notes: Iterable[Note],
    ended: Ended,
    root: Path,
    properties: dict[str, Json],
) -> dict[str, Json]:
    """A log of one run, of a command and its target.

    Files are named from `root`; what reads the same at the same place is told once.  Logs of other commands and other
    targets are of other categories, so that code scanning keeps the results of each.
    """
    writer = _Writer(root)
    told = writer.results(_once(results))
    driver: dict[str, Json] = {
        "name": "symheap",
        "version": version("symheap"),
        "rules": [_rule(name) for name in dict.fromkeys(str(result["ruleId"]) for result in told)],
    }
    invocation: dict[str, Json] = {
        "executionSuccessful": ended.is_successful,
        "exitCode": ended.status,
        "toolExecutionNotifications": [
            {"level": note.level, "message": {"text": shown(note.text)}} for note in dict.fromkeys(notes)
        ],
    }
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "automationDetails": {"id": shown("/".join(("symheap", *about, "")))},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": [*told],
        "properties": properties,
    }
    if writer.has_root:
        run["originalUriBaseIds"] = {ROOT: {"description": {"text": "The folder in which symheap was run."}}}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def shown(text: str) -> str:
    """Harmless wherever it is shown; of a very long text the beginning and the end."""
    safe = printable(text, newlines=True)
    return safe if len(safe) <= _LONGEST else f"{safe[: _LONGEST // 2]} … {safe[-_LONGEST // 2 :]}"


def _once(results: Iterable[Result]) -> list[Result]:
    """The first of those that say the same of the same place; `properties` of the others are left."""
    found: dict[tuple[str, str, Place], Result] = {}
    for result in results:
        found.setdefault((result.rule, result.message, result.place), result)
    return list(found.values())


def _rule(name: str) -> dict[str, Json]:
    rule = RULES.get(name) or Rule(name, name, name)
    return {
        "id": name,
        "name": rule.name,
        "shortDescription": {"text": rule.short},
        "fullDescription": {"text": rule.full},
    }


class _Writer:
    """Results as SARIF has them, for one log."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lines = SourceLines(root)
        self.has_root = False

    def results(self, results: Sequence[Result]) -> list[dict[str, Json]]:
        """In the order given.  Of those that are alike but for their place, the first in the file is number 1."""
        alike: dict[str, list[Result]] = {}
        for result in sorted(results, key=lambda each: (each.place.line, each.place.column, each.message)):
            alike.setdefault(self._identity(result), []).append(result)
        numbers = {id(each): n for group in alike.values() for n, each in enumerate(group, 1)}
        return [self._result(each, f"{self._identity(each)}:{numbers[id(each)]}") for each in results]

    def _identity(self, result: Result) -> str:
        """What stays as it is when other lines change: never a line's number."""
        at = result.place
        code = self._lines.normalised(at.file, at.line) or (f"+{at.offset}" if at.offset is not None else "")
        parts = (result.rule, self._uri(at.file)[0], at.member, code)
        return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def _result(self, result: Result, fingerprint: str) -> dict[str, Json]:
        told: dict[str, Json] = {
            "ruleId": result.rule,
            "level": "none" if result.is_open else result.level,
            "kind": "open" if result.is_open else "fail",
            "message": {"text": shown(result.message)},
            "locations": [self._location(result.place)],
            "partialFingerprints": {FINGERPRINT: fingerprint},
        }
        if result.stack:
            told["relatedLocations"] = [
                {"id": number, **self._step(step)} for number, step in enumerate(result.stack[:_MOST_STEPS], 1)
            ]
        if result.steps:
            flow: list[Json] = [{"location": self._step(step)} for step in result.steps[-_MOST_STEPS:]]
            told["codeFlows"] = [{"threadFlows": [{"locations": flow}]}]
        if result.properties:
            told["properties"] = result.properties
        return told

    def _step(self, step: Step) -> dict[str, Json]:
        return {**self._location(step.place), "message": {"text": shown(step.text)}}

    def _location(self, at: Place) -> dict[str, Json]:
        found: dict[str, Json] = {}
        if at.file:
            uri, is_below = self._uri(at.file)
            artifact: dict[str, Json] = {"uri": uri, "uriBaseId": ROOT} if is_below else {"uri": uri}
            self.has_root = self.has_root or is_below
            found["physicalLocation"] = {"artifactLocation": artifact, **_region(at)}
        if at.member or not at.file:
            found["logicalLocations"] = [{"fullyQualifiedName": shown(at.member or "?"), "kind": "function"}]
        return found

    def _uri(self, file: str) -> tuple[str, bool]:
        """A file's name from the root, where it is below it; else its absolute URI."""
        if not file:
            return "", False
        path = os.path.relpath(os.path.join(self._root, file), self._root)
        if path == os.pardir or path.startswith(os.pardir + os.sep) or os.path.isabs(path):
            return "file://" + quote(_bytes(os.path.abspath(os.path.join(self._root, file)))), False
        return quote(_bytes(path.replace(os.sep, "/"))), True


def _region(at: Place) -> dict[str, Json]:
    if not at.line:
        return {}
    column: dict[str, Json] = {"startColumn": at.column} if at.column else {}
    return {"region": {"startLine": at.line, **column}}


def _bytes(path: str) -> bytes:
    """The bytes that a path stands for; whatever else is in it, something."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "backslashreplace")
