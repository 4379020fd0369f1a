"""In a worker: explore methods and rank the crashes of classes, with a listener that sends what it hears."""

from __future__ import annotations

import gc
import json as plain_json
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.source import Position
from symheap.core.terms import Op
from symheap.jobs.working import Calling
from symheap.lang.target import Load, Loaded
from symheap.report.explore.compacting import KNOWN, Compacting
from symheap.report.explore.coverage import coverage
from symheap.report.explore.elsewhere import ToldPath, Words, positions_of, report_of, told
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.fresh import FreshPath
from symheap.session.exploring import ExploreRequest, ExploreWork, begin, ranking_of
from symheap.session.gathering import Gathering
from symheap.session.kept.keeping import Kept
from symheap.session.parts.messages import (
    ClassRanked,
    MethodBegun,
    MethodEnded,
    MethodUnit,
    PartEnded,
    PathsSent,
    RankUnit,
)
from symheap.session.subjects import Subjects
from symheap.session.units import Stoppable
from symheap.session.watching import last_moment
from symheap.store.compact import Packing
from symheap.store.compact_path import Item, Packed
from symheap.store.records import KeptPath, Source

_BATCH_SECONDS: Final = 0.2
"""Seconds between two messages with paths."""


@dataclass(slots=True)
class Work:
    """Does units as one job would.  A worker keeps the linked class of its last unit for the next one."""

    request: ExploreRequest
    subjects: Subjects
    deadline: Deadline
    _part: int | None = field(default=None, init=False)
    _load: Load | None = field(default=None, init=False)

    def __call__(self, unit: MethodUnit | RankUnit, calling: Calling) -> None:
        if isinstance(unit, MethodUnit):
            self._explore(unit, calling)
        else:
            calling.send(self._ranked(unit))

    def _explore(self, unit: MethodUnit, calling: Calling) -> None:
        watcher = Stoppable(calling.interrupt)
        subjects = self.subjects.of_member(self._opened(unit.part), unit.member, watcher, self.deadline, unit.after)
        gathering = Gathering(last_moment(self.deadline))
        sender = _Sender(self.request, unit, calling)
        kept = Kept(None, watcher)
        ExploreWork(self.request, subjects, sender, kept, watcher, self.deadline, [], gathering).explore_all()
        calling.send(PartEnded(gathering.gathered(), subjects.skipped))

    def _ranked(self, unit: RankUnit) -> ClassRanked:
        ranking = ranking_of(self.request, self.subjects, self.deadline)
        try:
            loaded = within(last_moment(self.deadline), lambda: self._opened(unit.part)(unit.member))
        except OutOfTime:
            return ClassRanked(unranked=[each.class_name for each in unit.methods[:1]])
        assert isinstance(loaded, Loaded)
        run = begin(loaded, self.request.settings, self.request.settings.heap)
        ranking.begin(run)
        ranking.join(unit.methods)
        words = Words()
        bugs = ranking.bugs()
        for bug in bugs:
            if not bug.path:
                words.describe(run, bug.ranked.end, bug.ranked.place)
        return ClassRanked(bugs, ranking.unranked, words)

    def _opened(self, part: int) -> Load:
        """Link a class, and forget the one before.  Linked classes are cyclic: they refer to their world, and back."""
        if self._load is None or self._part != part:
            self._load = None
            gc.collect()
            self._part, self._load = part, self.subjects.programs.parts[part].open()
        return self._load


class _Sender:
    """Listener of an exploration that sends paths and totals, a few times a second."""

    def __init__(self, request: ExploreRequest, unit: MethodUnit, calling: Calling) -> None:
        self._request = request
        self._is_kept = unit.is_kept
        self._send = calling.send
        self._run: Explored | None = None

    def begin(self, run: Explored) -> None:
        self._run = run
        self._compacting = Compacting(run)
        self._packing = Packing()
        self._paths: list[tuple[ToldPath, Packed | None, Sequence[Item]]] = []
        self._own: set[Position] = set()
        self._judged: set[Position] = set()
        self._objects: set[int] = set()
        self._sent_at = perf_counter()
        java = run.loaded.java
        assert java is not None
        self._send(MethodBegun(run.target, java.subject.class_name, java.subject.method.key))

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
