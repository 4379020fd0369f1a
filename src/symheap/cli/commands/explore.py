"""``symheap explore``: report every path when it is found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Union

from symheap.cli.options.documents import PLAIN_DOCUMENT, DocumentOptions
from symheap.cli.terminal.clock import line
from symheap.cli.terminal.streams import LateOutput, Output, can_encode
from symheap.cli.terminal.watching import Watching
from symheap.core.outcome import Bound
from symheap.lang.target import Target, is_java
from symheap.report.draw.labels import printable
from symheap.report.explore import text
from symheap.report.explore.elsewhere import ASCII_BLOCK, BLOCK
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.tally import Totals
from symheap.report.explore.tree import Tree
from symheap.report.formats import json
from symheap.report.words import heading
from symheap.session import explore as session
from symheap.session.explore import ExploreRequest, ExploreResult, status_so_far
from symheap.session.status import Status
from symheap.session.subjects import Subjects
from symheap.store.records import KeptPath

if TYPE_CHECKING:
    from symheap.cli.commands.explore_java import JavaReport
    from symheap.cli.commands.explore_machine import JunitReport, SarifReport

PAGE: Final = "html"


@dataclass(frozen=True, slots=True)
class Showing:
    """The form of the results and their file.  `whole`: paths of Java are shown in full."""

    form: str = "text"
    file: str | None = None
    quiet: bool = False
    assumptions: bool = False
    whole: bool = False
    document: DocumentOptions = PLAIN_DOCUMENT


_TEXTS: Final = {
    "text": ("text",),
    "dot": ("document", "ending"),
    "sarif": ("document",),
    "junit-xml": ("text", "ending"),
}
"""The properties of a path that each form reads."""
_LINE: Final = ("ending", "conditions", "decided")
"""The properties that the one-line form of a path reads."""


def explore(request: ExploreRequest, showing: Showing) -> Status:
    """Explore, and write each result when it arrives."""
    keep = replace(request.keep, needed=showing.form == PAGE)
    texts: tuple[str, ...] = _TEXTS.get(showing.form, ())
    if showing.form == "text" and is_java(Target.parse(request.target)) and not showing.whole:
        texts = _LINE
    if showing.form == "text" and showing.quiet:
        texts = ()
    block = ""
    if showing.form == "text" and showing.whole and not showing.quiet:
        block = ASCII_BLOCK if showing.file is None and not can_encode(sys.stdout) else BLOCK
    parts = (*json.ALWAYS, *showing.document.on_request()) if showing.form == "json" else ()
    with Watching(quiet=showing.quiet) as watcher, LateOutput(showing.file, watcher.progress) as out:
        return session.explore(
            replace(request, keep=keep, texts=texts, parts=parts, block=block), _Written(showing, out, watcher), watcher
        ).status


class _Written:
    """Writes the report of an exploration.

    The supervising process always has the text that completes the report if the command is killed.
    """

    def __init__(self, showing: Showing, out: LateOutput, watcher: Watching) -> None:
        self._showing = showing
        self._out = out
        self._watcher = watcher
        self._runs: list[Explored | Totals] = []

    def listener(self, subjects: Subjects) -> _Written:
        self._report = self._made(subjects)
        if subjects.several:
            self._last_words(None)
        return self

    def _made(self, subjects: Subjects) -> Report:
        form, quiet, out = self._showing.form, self._showing.quiet, self._out.get()
        if form == "text" and is_java(subjects.target):
            from symheap.cli.commands.explore_java import JavaReport

            return JavaReport(
                out, subjects, quiet=quiet, whole=self._showing.whole, assumptions=self._showing.assumptions
            )
        if form == "json":
            return JsonReport(out, subjects, quiet, self._showing.document)
        made = FORMS[form](out, subjects, quiet)
        if isinstance(made, TextReport):
            made.lists_assumptions = self._showing.assumptions
        return made

    def begin(self, run: Explored) -> None:
        self._runs.append(run)
        self._report.begin(run)
        self._last_words(run)

    def add(self, record: KeptPath, path: Path | None) -> None:
        self._report.add(record, path)

    def pause(self) -> None:
        now = self._runs[-1]
        self._last_words(now if isinstance(now, Explored) else None)

    def end(self, run: Explored) -> None:
        self._report.end(run)
        self._runs[-1] = run.totals()
        self._last_words(None)

    def close(self, result: ExploreResult) -> None:
        """Complete the report: from here on nothing is missing if the command is killed."""
        self._report.close(result)
        line().last_words(None, "")

    def _last_words(self, run: Explored | None) -> None:
        """Send the text that completes the report if the command ends now; `run` is the run in progress, if any."""
        if not self._watcher.has_limit:
            return
        line().last_words(self._showing.file, self._report.broken_off(run, self._runs))
        self._watcher.would_end(status_so_far(self._runs))


class TextReport:
    """Writes a block for each path, then the summary; only the summary if `quiet`.

    Several methods have headings and a total.
    """

    def __init__(self, out: Output, subjects: Subjects, quiet: bool) -> None:
        self._out = out
        self._subjects = subjects
        self._quiet = quiet
        self.lists_assumptions = False
        self._class = ""

    def begin(self, run: Explored) -> None:
        if self._subjects.several_classes:
            self._begin_class(run.loaded.target.of_class)
            self._out.write(heading(run.loaded.target.names[-1], self._out.paint, mark="---"))
        elif self._subjects.several:
            self._out.write(heading(run.target, self._out.paint))

    def _begin_class(self, name: str) -> None:
        if name != self._class:
            self._class = name
            self._out.write(heading(name, self._out.paint))

    def add(self, record: KeptPath, path: Path | None) -> None:
        """Write a path.

        A path found now has colours and the smallest example; for a stored one there is only its text.
        """
        if self._quiet:
            return
        if path is None:
            self._out.write(printable(record.text, newlines=True, ascii_only=self._out.ascii_only) + "\n")
        else:
            shown = text.block(path, ascii_only=self._out.ascii_only, paint=self._out.paint, minimal=True)
            self._out.write(shown + "\n")

    def end(self, run: Explored) -> None:
        assumed = "" if self._subjects.several else self._assumed([run])
        findings = text.findings(run, self._out.paint)
        after = "\n" if self._subjects.several else ""
        self._out.write(findings + assumed + text.summary(run, self._out.paint) + after)

    def _assumed(self, runs: Sequence[Explored | Totals]) -> str:
        return text.assumptions(runs, listed=self.lists_assumptions)

    def broken_off(self, run: Explored | None, runs: Sequence[Explored | Totals]) -> str:
        return "" if run is None else text.summary(run, self._out.paint, stopped=Bound.TIME)

    def close(self, result: ExploreResult) -> None:
        if self._subjects.several:
            self._out.write(self._assumed(result.runs) + text.total(result.runs, result.skipped, self._out.paint))


class JsonReport:
    """Writes the document of one method, or one document that holds those of several methods."""

    def __init__(
        self, out: Output, subjects: Subjects, quiet: bool, document: DocumentOptions = PLAIN_DOCUMENT
    ) -> None:
        self._out = out
        self._subjects = subjects
        self._first = True
        self._last: Explored | None = None
        self._between = ""
        self._schema = int(document.schema)
        self._parts = (*json.ALWAYS, *document.on_request())
        if subjects.several:
            out.write(json.several_opening(str(subjects.target), self._schema))

    def begin(self, run: Explored) -> None:
        self._out.write(self._between + json.opening(run, self._schema))
        self._first = True
        self._between = ",\n"

    def add(self, record: KeptPath, path: Path | None) -> None:
        self._out.write(json.element(record.chosen(self._parts), first=self._first))
        self._first = False

    def end(self, run: Explored) -> None:
        """Note the end of a method.  The document of a single method is completed when its crashes are ranked."""
        self._last = run
        if self._subjects.several:
            self._out.write(json.closing(run))

    def broken_off(self, run: Explored | None, runs: Sequence[Explored | Totals]) -> str:
        skipped = (*self._subjects.skipped, "out of time before all methods were explored")
        after = json.several_closing(runs, skipped) if self._subjects.several else ""
        unclosed = run if self._subjects.several else run or self._last
        return ("" if unclosed is None else json.closing(unclosed, Bound.TIME)) + after

    def close(self, result: ExploreResult) -> None:
        judged = None
        if is_java(self._subjects.target):
            from symheap.cli.commands.explore_java import judgement

            judged = judgement(str(self._subjects.target), result)
            if self._schema == 1:
                judged = {"complete": judged["complete"]}
        if self._subjects.several:
            self._out.write(json.several_closing(result.runs, result.skipped, judged=judged))
        elif self._last is not None:
            self._out.write(json.closing(self._last, judged=judged))


class TreeReport:
    """Writes the computation tree, which is complete only at the end; several methods are several graphs."""

    def __init__(self, out: Output, subjects: Subjects, quiet: bool) -> None:
        self._out = out
        self._tree = Tree()

    def begin(self, run: Explored) -> None:
        self._tree = Tree()

    def add(self, record: KeptPath, path: Path | None) -> None:
        self._tree.add(record)

    def end(self, run: Explored) -> None:
        note = "" if run.complete else " (not complete)"
        self._out.write(self._tree.to_dot(f"{run.target}, {run.heap}{note}"))

    def broken_off(self, run: Explored | None, runs: Sequence[Explored | Totals]) -> str:
        return ""

    def close(self, result: ExploreResult) -> None:
        pass


class PageReport:
    """Writes the page, made from the file of the run at its end."""

    def __init__(self, out: Output, subjects: Subjects, quiet: bool) -> None:
        self._out = out

    def begin(self, run: Explored) -> None:
        pass

    def add(self, record: KeptPath, path: Path | None) -> None:
        pass

    def end(self, run: Explored) -> None:
        pass

    def broken_off(self, run: Explored | None, runs: Sequence[Explored | Totals]) -> str:
        return ""

    def close(self, result: ExploreResult) -> None:
        from symheap.cli.page_form import page_of

        self._out.write(page_of(result.kept))


Report = Union["JavaReport", TextReport, JsonReport, TreeReport, "SarifReport", "JunitReport", PageReport]


def _sarif(out: Output, subjects: Subjects, quiet: bool) -> Report:
    from symheap.cli.commands.explore_machine import SarifReport

    return SarifReport(out, subjects, quiet)


def _junit(out: Output, subjects: Subjects, quiet: bool) -> Report:
    from symheap.cli.commands.explore_machine import JunitReport

    return JunitReport(out, subjects, quiet)


FORMS: dict[str, Callable[[Output, Subjects, bool], Report]] = {
    "text": TextReport,
    "json": JsonReport,
    "dot": TreeReport,
    "sarif": _sarif,
    "junit-xml": _junit,
    PAGE: PageReport,
}
