"""SARIF 2.1.0, the parts that all commands share: rules, places, fingerprints, flows, and open questions.

Laws:

* a fingerprint does not change when lines are added or removed elsewhere, and no two results of a log share one;
* the log is valid whatever the names contain, and its texts contain no control characters;
* cuts, unknown answers and unsupported features are in the log: a log without results does not mean a clean program.
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
from symheap.report.formats.descriptors import without_descriptors
from symheap.report.formats.sarif_rules import RULES, Rule
from symheap.report.java.source_lines import SourceLines
from symheap.store.records import Json

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "symheap/v1"
ROOT = "%SRCROOT%"
_MOST_STEPS = 100
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class SarifPlace:
    """A place in a program.

    `file` is a path, or empty if there is no file; `line` and `column` are 0 if unknown.  For compiled code, `member`
    is the method or function, and `offset` the instruction in it.
    """

    file: str
    line: int = 0
    column: int = 0
    member: str = ""
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class SarifStep:
    """A place on a run, and what happens there."""

    place: SarifPlace
    text: str


@dataclass(frozen=True, slots=True)
class SarifResult:
    """One result.  `steps` is the run that leads to it; `stack` are the calls that have not returned, innermost first.

    `is_open`: it is an open question rather than a problem, because it was not decided.
    """

    rule: str
    level: str
    message: str
    place: SarifPlace
    steps: tuple[SarifStep, ...] = ()
    stack: tuple[SarifStep, ...] = ()
    is_open: bool = False
    properties: dict[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SarifNote:
    """A message about the analysis itself, above all about what it left open."""

    text: str
    level: str = "warning"


@dataclass(frozen=True, slots=True)
class SarifEnd:
    """How the command ended: its exit status, and whether it completed."""

    status: int
    is_successful: bool = True


def log(
    about: tuple[str, str],
    results: Iterable[SarifResult],
    notes: Iterable[SarifNote],
    ended: SarifEnd,
    root: Path,
    properties: dict[str, Json],
) -> dict[str, Json]:
    """Return the log of one run of a command on a target.

    File names are relative to `root`; equal messages at equal places are merged.  The category of the log names the
    command and the target, so that code scanning keeps the results of each.
    """
    writer = _Writer(root)
    result_forms = writer.results(_once(results))
    driver: dict[str, Json] = {
        "name": "symheap",
        "version": version("symheap"),
        "rules": [_rule(name) for name in dict.fromkeys(str(result["ruleId"]) for result in result_forms)],
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
        "results": [*result_forms],
        "properties": properties,
    }
    if writer.has_root:
        run["originalUriBaseIds"] = {ROOT: {"description": {"text": "The folder in which symheap was run."}}}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def shown(text: str) -> str:
    """Escape control characters, and shorten a very long text in the middle."""
    safe = printable(text, newlines=True)
    return safe if len(safe) <= _LONGEST else f"{safe[: _LONGEST // 2]} … {safe[-_LONGEST // 2 :]}"


def _once(results: Iterable[SarifResult]) -> list[SarifResult]:
    """Return the first of all results with equal message and place; `properties` of the others are dropped."""
    firsts: dict[tuple[str, str, SarifPlace], SarifResult] = {}
    for result in results:
        firsts.setdefault((result.rule, result.message, result.place), result)
    return list(firsts.values())


def _rule(name: str) -> dict[str, Json]:
    rule = RULES.get(name) or Rule(name, name, name)
    return {
        "id": name,
        "name": rule.name,
        "shortDescription": {"text": rule.short},
        "fullDescription": {"text": rule.full},
    }


class _Writer:
    """Converts results to SARIF, for one log."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lines = SourceLines(root)
        self.has_root = False

    def results(self, results: Sequence[SarifResult]) -> list[dict[str, Json]]:
        """Convert the results, in the given order.

        Results that differ only in place are numbered by their place in the file.
        """
        alike: dict[str, list[SarifResult]] = {}
        for result in sorted(results, key=lambda each: (each.place.line, each.place.column, each.message)):
            alike.setdefault(self._identity(result), []).append(result)
        numbers = {id(each): n for group in alike.values() for n, each in enumerate(group, 1)}
        return [self._result(each, f"{self._identity(each)}:{numbers[id(each)]}") for each in results]

    def _identity(self, result: SarifResult) -> str:
        """Return the parts of a result that do not change when other lines change; so never a line number."""
        at = result.place
        code = self._lines.normalised(at.file, at.line) or (f"+{at.offset}" if at.offset is not None else "")
        parts = (result.rule, self._uri(at.file)[0], at.member, code)
        return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def _result(self, result: SarifResult, fingerprint: str) -> dict[str, Json]:
        form: dict[str, Json] = {
            "ruleId": result.rule,
            "level": "none" if result.is_open else result.level,
            "kind": "open" if result.is_open else "fail",
            "message": {"text": shown(result.message)},
            "locations": [self._location(result.place)],
            "partialFingerprints": {FINGERPRINT: fingerprint},
        }
        if result.stack:
            form["relatedLocations"] = [
                {"id": number, **self._step(step)} for number, step in enumerate(result.stack[:_MOST_STEPS], 1)
            ]
        if result.steps:
            flow: list[Json] = [{"location": self._step(step)} for step in result.steps[-_MOST_STEPS:]]
            form["codeFlows"] = [{"threadFlows": [{"locations": flow}]}]
        if result.properties:
            form["properties"] = result.properties
        return form

    def _step(self, step: SarifStep) -> dict[str, Json]:
        return {**self._location(step.place), "message": {"text": shown(step.text)}}

    def _location(self, at: SarifPlace) -> dict[str, Json]:
        location: dict[str, Json] = {}
        if at.file:
            uri, is_below = self._uri(at.file)
            artifact: dict[str, Json] = {"uri": uri, "uriBaseId": ROOT} if is_below else {"uri": uri}
            self.has_root = self.has_root or is_below
            location["physicalLocation"] = {"artifactLocation": artifact, **_region(at)}
        if at.member or not at.file:
            name = without_descriptors(at.member) or "?"
            location["logicalLocations"] = [{"fullyQualifiedName": shown(name), "kind": "function"}]
        return location

    def _uri(self, file: str) -> tuple[str, bool]:
        """Return the name of a file relative to the root if it is below the root; else its absolute URI."""
        if not file:
            return "", False
        path = os.path.relpath(os.path.join(self._root, file), self._root)
        if path == os.pardir or path.startswith(os.pardir + os.sep) or os.path.isabs(path):
            return "file://" + quote(_bytes(os.path.abspath(os.path.join(self._root, file)))), False
        return quote(_bytes(path.replace(os.sep, "/"))), True


def _region(at: SarifPlace) -> dict[str, Json]:
    if not at.line:
        return {}
    column: dict[str, Json] = {"startColumn": at.column} if at.column else {}
    return {"region": {"startLine": at.line, **column}}


def _bytes(path: str) -> bytes:
    """Encode a path; a path that has no valid encoding is escaped."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "backslashreplace")
