"""Explore one class in a worker process, and send its paths."""

from __future__ import annotations

import json as plain_json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from symheap.core.deadline import Deadline
from symheap.core.source import Position
from symheap.core.terms import Op
from symheap.jobs.working import Calling
from symheap.report.explore.compacting import KNOWN, Compacting
from symheap.report.explore.coverage import coverage
from symheap.report.explore.elsewhere import ToldPath, Words, positions_of, report_of, told
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.fresh import FreshPath
from symheap.session.exploring import ExploreRequest, ExploreWork, ranking_of
from symheap.session.kept.keeping import Kept
from symheap.session.part_messages import MethodBegun, MethodEnded, PartEnded, PartUnit, PathsSent
from symheap.session.ranking import Bug
from symheap.session.subjects import Subjects
from symheap.session.units import Stoppable
from symheap.store.compact import Packing
from symheap.store.compact_path import Item, Packed
from symheap.store.records import KeptPath, Source

_BATCH_SECONDS: Final = 0.2
"""Seconds between two messages with paths."""


LATE_SECONDS: Final = 0.3
"""Seconds after the last moment in which a worker may still send what it has."""


@dataclass(frozen=True, slots=True)
class PartWork:
    """Explores the programs of a unit as one job does, with a listener that sends what it hears."""

    request: ExploreRequest
    subjects: Subjects
    deadline: Deadline

    def __call__(self, unit: PartUnit, calling: Calling) -> None:
        watcher = Stoppable(calling.interrupt)
        subjects = self.subjects.of_part(unit.part, watcher, self.deadline, unit.after)
        ranking = ranking_of(self.request, subjects, self.deadline)
        sender = _Sender(self.request, unit, calling)
        kept = Kept(None, watcher)
        ExploreWork(self.request, subjects, sender, kept, watcher, self.deadline, [], ranking).explore_all()
        bugs = ranking.bugs()
        calling.send(PartEnded(bugs, ranking.unranked, subjects.skipped, sender.words(bugs)))


class _Sender:
    """Listener of an exploration that sends paths and totals, a few times a second."""

    def __init__(self, request: ExploreRequest, unit: PartUnit, calling: Calling) -> None:
        self._request = request
        self._is_kept = unit.is_kept
        self._send = calling.send
        self._run: Explored | None = None

    def words(self, bugs: Iterable[Bug]) -> Words:
        """Describe the crashes in which no path ends."""
        words = Words()
        for bug in bugs:
            if not bug.path and self._run is not None:
                words.describe(self._run, bug.ranked.end, bug.ranked.place)
        return words

    def begin(self, run: Explored) -> None:
        self._run = run
        self._compacting = Compacting(run)
        self._packing = Packing()
        self._paths: list[tuple[ToldPath, Packed | None, Sequence[Item]]] = []
        self._own: set[Position] = set()
        self._judged: set[Position] = set()
        self._objects: set[int] = set()
        self._sent_at = perf_counter()
        self._send(MethodBegun(run.target))

    def add(self, record: KeptPath, path: Path | None) -> None:
        assert path is not None
        assert isinstance(record, FreshPath)
        for position in positions_of(path.trace.end):
            if position not in self._judged:
                self._judged.add(position)
                self._own |= {position} if path.run.notation.is_own(position) else set()
        block = (self._request.block,) if self._request.block else ()
        shown = told(record, (*self._request.texts, *block), self._request.parts)
        packed, items = self._packed(path, record.style) if self._is_kept else (None, [])
        self._paths.append((shown, packed, items))

    def _packed(self, path: Path, style: str) -> tuple[Packed, list[Item]]:
        compact, items = self._compacting.path(path, style)
        packed = self._packing.pack(compact)
        for _, (operator, _, _, payload) in packed.terms:
            if operator == Op.LOC.value:
                number, _, is_initial = plain_json.loads(payload or "")
                self._objects |= {number} if is_initial else set()
        self._objects.update(int(key) for kind, key, _ in items if kind == KNOWN)
        return packed, items

    def pause(self) -> None:
        if perf_counter() - self._sent_at > _BATCH_SECONDS:
            self._flush()

    def _flush(self) -> None:
        if self._paths:
            assert self._run is not None
            self._send(PathsSent(self._paths, report_of(self._run, self._own)))
            self._paths = []
        self._sent_at = perf_counter()

    def end(self, run: Explored) -> None:
        self._flush()
        items: list[Item] = []
        sources: list[Source] = []
        if self._is_kept:
            items = [*self._compacting.names(sorted(self._objects)), *self._compacting.words(())]
            sources = [Source(each.file, each.text) for each in coverage(run) if each.text is not None]
        self._send(MethodEnded(report_of(run, self._own), items, sources))
