"""``symheap compare``: explore one program under several heap models."""

from __future__ import annotations

from dataclasses import asdict

from symheap.cli.terminal.streams import LateOutput
from symheap.cli.terminal.watching import Watching
from symheap.page.comparison import comparison_model
from symheap.page.render import page
from symheap.report.explore.table import agree, table
from symheap.report.formats import json
from symheap.report.words import heading
from symheap.session import compare as session
from symheap.session.compare import Compared, CompareResult
from symheap.session.settings import Settings
from symheap.session.status import Status
from symheap.session.subjects import Subjects


def compare(target: str, settings: Settings, form: str, file: str | None, *, quiet: bool) -> Status:
    """Write a table when a program is done, or a document at the end."""
    with Watching(quiet=quiet) as watcher, LateOutput(file, watcher.progress) as out:
        result = session.compare(target, settings, _Written(out, is_text=form == "text"), watcher)
        if form == "html":
            out.get().write(_page(target, settings, result))
        elif form == "json":
            out.get().write(_document(result))
        elif result.subjects.several:
            out.get().write("".join(f"not explored: {each}\n" for each in result.subjects.skipped))
    return result.status


class _Written:
    """For text, writes the tables."""

    def __init__(self, out: LateOutput, *, is_text: bool) -> None:
        self._out = out
        self._is_text = is_text
        self._several = False

    def begin(self, subjects: Subjects) -> None:
        self._out.get()
        self._several = subjects.several

    def add(self, compared: Compared) -> None:
        if not self._is_text:
            return
        out = self._out.get()
        out.write(heading(compared.target, out.paint) if self._several else "")
        out.write(table(compared.runs, out.paint) + ("\n" if self._several else ""))


def _document(result: CompareResult) -> str:
    documents = [json.comparison(each.target, each.runs, agree(each.runs)) for each in result.compared]
    return result.subjects.document(documents)


def _page(target: str, settings: Settings, result: CompareResult) -> str:
    compared = [(each.target, each.runs) for each in result.compared]
    return page(comparison_model(target, compared, int(result.status), asdict(settings)))
