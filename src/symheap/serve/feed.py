"""Updates for a page that follows a run: everything new since its last request.

The large parts of a path are sent when the user opens the path.  The time to build an answer is limited; if it was too
short for everything, ``next`` tells the page what to ask for at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Final

from symheap.page import model
from symheap.page.render import document
from symheap.report.explore.derived import kept_paths
from symheap.store.file import RunFile
from symheap.store.records import Document, KeptPath, KeptSubject

EXPLORATION: Final = "exploration"
LARGE: Final = {"heaps": None, "input": None, "final": None, "smt2": "", "text": ""}
"""Placeholders for the large parts of a path."""
_LARGEST: Final = 12
"""Digits allowed in a number of a request."""


@dataclass(frozen=True, slots=True)
class Since:
    """The place from which a page needs updates: path `path` of subject `subject`, and all later subjects."""

    subject: int = 0
    path: int = 0

    @staticmethod
    def parse(subject: str, path: str) -> Since | None:
        """Parse the two numbers; return None if they are malformed."""
        given = (subject, path)
        if all(each.isascii() and each.isdigit() and len(each) <= _LARGEST for each in given):
            return Since(*map(int, given))
        return None

    def __str__(self) -> str:
        return f"subject={self.subject}&since={self.path}"

    def of(self, subject: int) -> int:
        """Return the number of the first path to send of a subject."""
        return self.path if subject == self.subject else 0


class Batch:
    """As many paths as can be converted in some seconds, but at least one.  `left` is where the rest begins, if any."""

    def __init__(self, seconds: float) -> None:
        self._until = time.perf_counter() + seconds
        self._begun = False
        self.left: Since | None = None

    def of(self, subject: int, paths: Iterable[KeptPath]) -> Iterator[KeptPath]:
        for path in paths:
            if self._begun and time.perf_counter() > self._until:
                self.left = Since(subject, path.number)
                return
            self._begun = True
            yield path


@dataclass(frozen=True, slots=True)
class Feed:
    """Builds updates.  Remembers for each run which paths it has searched for findings."""

    _found: dict[tuple[Path, int], model.FoundSoFar] = field(default_factory=dict)
    _looking: Lock = field(default_factory=Lock)

    def news(self, run: RunFile, since: Since, seconds: float) -> Document:
        """Return the page's document without the parts that the page already has.

        The status of the run is read first, so that a finished run is sent complete.  The headline depends on all
        subjects, even those that are not sent.
        """
        standing, subjects = run.standing(), run.subjects()
        batch, drawn = Batch(seconds), model.Drawer(0.0)
        forms: list[Document] = []
        sent: list[Document] = []
        for subject in subjects:
            is_sent = subject.number >= since.subject and batch.left is None
            paths = _paths(run, subject, since) if is_sent else ()
            forms.append(_brief(model.subject_form(run, subject, drawn, batch.of(subject.number, paths))))
            if is_sent:
                sent.append(forms[-1])
        whole = document(
            {
                "format": model.FORMAT,
                "run": model.about(run, standing, subjects),
                "sources": model.sources(run, subjects),
                "findings": [each for subject in subjects for each in self._findings(run, subject)],
                "subjects": forms,
            }
        )
        return {**whole, "subjects": sent, "next": str(batch.left) if batch.left is not None else None}

    def rest(self, run: RunFile, subject: int, number: int) -> Document | None:
        """Return the large parts of one path; None if there is no such path."""
        path = next(iter(kept_paths(run, subject, number)), None)
        if path is None or path.number != number:
            return None
        form = model.path_form(path, model.Drawer(float("inf")))
        return {name: form[name] for name in LARGE}

    def _findings(self, run: RunFile, subject: KeptSubject) -> list[Document]:
        with self._looking:
            so_far = self._found.setdefault((run.path, subject.number), model.FoundSoFar())
            return [*model.findings(run, subject, so_far)]


def _paths(run: RunFile, subject: KeptSubject, since: Since) -> Iterable[KeptPath]:
    return kept_paths(run, subject.number, since.of(subject.number)) if subject.kind == EXPLORATION else ()


def _brief(subject: Document) -> Document:
    if subject["kind"] != EXPLORATION:
        return subject
    return {**subject, "paths": [{**path, **LARGE, "brief": True} for path in subject["paths"]]}
