"""The content of the page of a run: plain data, made from its file alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from symheap.report.draw.geometry import heap_drawing
from symheap.report.explore.derived import kept_paths
from symheap.report.explore.forms import picture_of
from symheap.store.file import RunFile
from symheap.store.listing import skipped
from symheap.store.records import RANKED, Document, KeptPath, KeptSubject, RunStatus

FORMAT: Final = 1
_SECONDS: Final = 20.0
"""So long a page may take to be drawn: of paths behind that, the text shows the heaps."""
_LONGEST_FORMULA: Final = 200_000
_PLACE = re.compile(r"^(?P<file>.*?):(?P<line>\d+)(?::(?P<column>\d+))?$", re.DOTALL)


def page_model(run: RunFile, *, drawings: bool = True) -> Document:
    """Return the whole content.

    The status of the run is read first, so that a run shown as finished is complete.
    """
    drawn = Drawer(_SECONDS if drawings else 0.0)
    standing, subjects = run.standing(), run.subjects()
    return {
        "format": FORMAT,
        "run": about(run, standing, subjects),
        "sources": sources(run, subjects),
        "findings": all_findings(run, subjects),
        "subjects": [subject_form(run, subject, drawn, kept_paths(run, subject.number)) for subject in subjects],
    }


class Drawer:
    """Draws pictures of heaps until its time is over."""

    def __init__(self, seconds: float) -> None:
        self._until = time.perf_counter() + seconds

    def is_open(self) -> bool:
        return time.perf_counter() <= self._until

    def __call__(self, picture: Document | None) -> Document | None:
        return heap_drawing(picture_of(picture)) if picture is not None and self.is_open() else None


def about(run: RunFile, standing: RunStatus, subjects: list[KeptSubject]) -> Document:
    """Return the data about the run as a whole."""
    header, progress = run.header, _progress(run, subjects)
    spent = sum(each.progress.get("seconds", 0.0) for each in subjects)
    ticked = progress.get("seconds", 0.0) if progress is not None else 0.0
    return {
        "id": header.id,
        "command": header.command,
        "target": header.target,
        "arguments": list(header.arguments),
        "state": standing.state.value,
        "status": standing.status,
        "started": header.started,
        "seconds": round(max(standing.seconds, spent, ticked), 3),
        "settings": dict(header.settings),
        "versions": dict(header.versions),
        "progress": progress,
        "skipped": skipped(run),
    }


def sources(run: RunFile, subjects: list[KeptSubject]) -> list[Document]:
    """Return each source text with its covered lines, and its lines of code that no path has run."""
    covered, coded = _lines(subjects)
    return [
        {
            "file": source.file,
            "text": source.text,
            "covered": sorted(covered.get(source.file, ())),
            "missed": sorted(coded.get(source.file, set()) - covered.get(source.file, set())),
        }
        for source in run.sources()
    ]


def _progress(run: RunFile, subjects: list[KeptSubject]) -> Document | None:
    """Return the recorded progress of the run, with the number of lines that its results have run."""
    noted = run.noted("progress")
    if noted is None:
        return None
    covered, coded = _lines(subjects)
    return {**noted, "covered": sum(map(len, covered.values())), "lines": sum(map(len, coded.values()))}


def _lines(subjects: list[KeptSubject]) -> tuple[dict[str, set[int]], dict[str, set[int]]]:
    """Return by file the lines that were run, and the lines with code."""
    covered: dict[str, set[int]] = {}
    coded: dict[str, set[int]] = {}
    for subject in subjects:
        for file, lines in subject.progress.get("lines", {}).items():
            covered.setdefault(file, set()).update(lines["covered"])
            coded.setdefault(file, set()).update(lines["covered"], lines["missed"])
    return covered, coded


# Findings -------------------------------------------------------------------------------------------------------------


def findings(run: RunFile, subject: KeptSubject, so_far: FoundSoFar | None = None) -> Iterator[Document]:
    """Yield the findings of a subject; before its end, those of its paths so far.

    Tests have no findings of their own: the subjects with their paths have them.
    """
    document = subject.document if subject.kind != "tests" else {}
    if document is None:
        yield from (so_far or FoundSoFar()).look(run, subject)
        return
    for each in document.get("findings", ()):
        yield _finding(subject, each, _severity(document, each))
    for each in document.get("thrown", ()):
        yield _finding(subject, each, "note")


def all_findings(run: RunFile, subjects: list[KeptSubject]) -> list[Document]:
    """Return the findings of a run.  After an exploration of Java, its crashes are the ranked ones."""
    ranked = run.noted(RANKED)
    if ranked is None:
        return [each for subject in subjects for each in findings(run, subject)]
    numbers = {subject.target: subject for subject in subjects}
    ranked_findings = [
        _finding(numbers.get(each["method"]) or subjects[0], each, each["rank"])
        for each in ranked["findings"]
        if subjects
    ]
    thrown = [
        _finding(subject, each, "note") for subject in subjects for each in (subject.document or {}).get("thrown", ())
    ]
    return ranked_findings + thrown


def _severity(document: Document, finding: Document) -> str:
    """Return the severity of a finding.

    In a proof, an error that no replay has shown is only possible; a leak counts if leaks were asked for.
    """
    if "verdict" in document and finding["kind"].startswith("leak-"):
        return "warning" if document["property"] in ("leak", "memtrack", "memcleanup") else "note"
    return "error" if "verdict" not in document or finding["replayed"] else "warning"


class FoundSoFar:
    """The findings of one subject before its end.  Each call reads only the new paths."""

    def __init__(self) -> None:
        self._next = 0
        self._found: dict[tuple[str, str], Document] = {}

    def look(self, run: RunFile, subject: KeptSubject) -> Iterable[Document]:
        for path in kept_paths(run, subject.number, self._next):
            self._next = path.number + 1
            if path.style != "bad" or not path.confirmed:
                continue
            outcome = path.document["outcome"]
            at = (path.ending, outcome["position"])
            if at not in self._found:
                example = {**outcome, "place": outcome["position"], "example": str(path.number)}
                self._found[at] = _finding(subject, example, "error")
        return self._found.values()


def _finding(subject: KeptSubject, finding: Document, severity: str) -> Document:
    """Return a finding in the form of the page.  The place is one text in explorations and several parts in proofs."""
    place = _PLACE.match(str(finding.get("place", "")))
    kind = finding.get("error") or finding.get("kind", "")
    what = finding.get("message") or finding.get("detail") or ""
    exception = finding.get("exception") or ""
    return {
        "kind": kind,
        "message": ": ".join(dict.fromkeys(filter(None, (exception, what)))) or kind,
        "file": finding.get("file") or (place["file"] if place else finding.get("place", "")),
        "line": finding.get("line") or (int(place["line"]) if place else 0),
        "column": finding.get("column") or (int(place["column"] or 0) if place else 0),
        "severity": severity,
        "subject": subject.number,
        "path": finding.get("example"),
        "replayed": finding.get("replayed", []),
        "reason": finding.get("reason", "") if not finding.get("statements") else "",
        "statements": finding.get("statements", []),
    }


# Subjects -------------------------------------------------------------------------------------------------------------


def subject_form(run: RunFile, subject: KeptSubject, drawn: Drawer, paths: Iterable[KeptPath]) -> Document:
    """Return a subject; for an exploration, with the given paths."""
    return _SUBJECTS[subject.kind](run, subject, drawn, paths)


def _exploration(run: RunFile, subject: KeptSubject, drawn: Drawer, paths: Iterable[KeptPath]) -> Document:
    return {
        "number": subject.number,
        "kind": "exploration",
        "target": subject.target,
        "heap": run.header.settings.get("heap", ""),
        "totals": subject.document,
        "paths": [path_form(path, drawn) for path in paths],
    }


def path_form(path: KeptPath, drawn: Drawer) -> Document:
    document = path.chosen(("branches", "outcome", "inputs"))
    heaps = path.heaps if drawn.is_open() else None
    return {
        "id": str(path.number),
        "place": path.place,
        "style": path.style,
        "ending": path.ending,
        "confirmed": path.confirmed,
        "conditions": list(path.conditions),
        "smt2": _formula(path),
        "branches": _branches(path, document["branches"]),
        "outcome": document["outcome"],
        "inputs": document["inputs"],
        "text": path.text,
        "heaps": heaps,
        "input": drawn(path.input) if heaps is None else None,
        "final": drawn(path.final),
        "test": path.test,
    }


def _branches(path: KeptPath, branches: list[Document]) -> list[Document]:
    """Return the decisions with their words; those in libraries and generated code are marked as minor."""
    told = path.told_decisions
    if len(told) != len(branches):
        return branches
    return [
        {**branch, **({"words": each.words} if each.words else {}), **({"minor": True} if each.is_minor else {})}
        for branch, each in zip(branches, told, strict=True)
    ]


def _formula(path: KeptPath) -> str:
    """The condition in SMT-LIB.  A single one may be larger than all the rest of a page."""
    formula = path.formula
    if len(formula) <= _LONGEST_FORMULA:
        return formula
    return f"; {len(formula) / 1e6:.1f} MB, too much for a page: symheap explore … --smt2 FOLDER writes it"


def _other(run: RunFile, subject: KeptSubject, drawn: Drawer, paths: Iterable[KeptPath]) -> Document:
    """Return a subject whose command stored its content for the page."""
    page = run.items(subject.number, "page").get("", {})
    return {
        "number": subject.number,
        "kind": subject.kind,
        "target": subject.target,
        "document": subject.document,
        "text": subject.text,
        **page,
    }


_SUBJECTS: dict[str, Callable[[RunFile, KeptSubject, Drawer, Iterable[KeptPath]], Document]] = {
    "exploration": _exploration,
    "proof": _other,
    "tests": _other,
    "study": _other,
}
