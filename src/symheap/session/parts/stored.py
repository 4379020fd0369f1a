"""Write what workers have found to the run file, whatever the order in which it arrives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from symheap.core.outcome import Bound
from symheap.report.explore import text
from symheap.report.explore.elsewhere import Report, ReportedRun, ToldPath
from symheap.report.formats import json
from symheap.session.gathering import Gathered
from symheap.session.kept.paths import KIND
from symheap.session.parts.messages import MethodBegun, MethodEnded, PartEnded, PathsSent
from symheap.store.compact import CompactPaths, Unpacking
from symheap.store.compact_path import Item
from symheap.store.file import RunFile
from symheap.store.records import Source


@dataclass(slots=True)
class Method:
    """A method, as far as it is known.  `subject` is its number in the run file."""

    subject: int
    begun: MethodBegun | None = None
    paths: list[ToldPath] = field(default_factory=list)
    report: Report | None = None
    left: PartEnded | None = None
    has_ended: bool = False
    unpacking: Unpacking = field(default_factory=Unpacking)

    @property
    def gathered(self) -> Gathered | None:
        """The evidence for the crashes of the method; if its worker has ended, it is only known to be open."""
        if self.left is not None:
            return self.left.gathered
        return None if self.begun is None else Gathered(self.begun.class_name, self.begun.method)


class Stored:
    """The methods of units in a run file, if there is one."""

    def __init__(self, file: RunFile | None) -> None:
        self._file = file
        self._compact = None if file is None else CompactPaths(file)

    def note(self, method: Method, content: object) -> None:
        """Note a message about a method.  Raises `StoreError` if it cannot be stored."""
        if isinstance(content, MethodBegun):
            method.begun = content
            if self._file is not None:
                method.subject = self._file.subject(content.target, KIND, method.subject).number
        elif isinstance(content, PathsSent):
            self._add(method, content)
        elif isinstance(content, MethodEnded):
            method.report, method.has_ended = content.report, True
            self._end(method, content.report, content.items, content.sources)
        elif isinstance(content, PartEnded):
            method.left = content

    def forget(self, method: Method) -> None:
        """Take back what the first try of a unit has written."""
        if method.begun is not None and self._file is not None:
            self._file.clear_subject(method.subject)

    def give_up(self, method: Method) -> None:
        """End a method whose worker has ended.  What was found counts."""
        if method.report is not None and not method.has_ended:
            progress = replace(method.report.progress, stopped=Bound.LOST)
            method.report = replace(method.report, finished=True, progress=progress)
            self._end(method, method.report)

    def _add(self, method: Method, found: PathsSent) -> None:
        method.report = found.report
        if self._compact is not None:
            for _, packed, items in found.paths:
                assert packed is not None
                self._compact.defer(method.subject, method.unpacking.unpack(packed), items)
            self._compact.flush(method.subject, found.report.progress_form)
        method.paths += [shown for shown, _, _ in found.paths]

    def _end(self, method: Method, report: Report, items: Sequence[Item] = (), sources: Sequence[Source] = ()) -> None:
        if self._file is None or self._compact is None:
            return
        run = ReportedRun(report)
        for source in sources:
            self._file.add_source(source)
        self._compact.tell(method.subject, items)
        written = text.findings(run) + text.assumptions([run], listed=True) + text.summary(run)
        progress = {**report.progress_form, "seconds": run.seconds}
        self._file.end_subject(method.subject, json.totals(run), written, progress)
