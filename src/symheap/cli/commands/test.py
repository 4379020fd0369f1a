"""``symheap test``: generate JUnit tests and run them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from symheap.cli.page_form import page_of
from symheap.cli.terminal.streams import Output, output
from symheap.cli.terminal.watching import Watching
from symheap.report.explore.assumed import assumed
from symheap.report.formats import json
from symheap.report.formats.sarif import SarifEnd
from symheap.session.status import Status
from symheap.session.test import JUnitRequest, JUnitResult, test
from symheap.testgen import report_json, report_junit, report_sarif, report_text

HTML: Final = "html"
TEXT: Final = "text"


def write(request: JUnitRequest, form: str, *, quiet: bool, assumptions: bool = False) -> Status:
    """Write tests, and report them on standard output.  With `assumptions`, the text lists the assumptions."""
    keep = replace(request.keep, needed=form == HTML)
    with Watching(quiet=quiet) as watcher, output(None, watcher.progress) as out:

        def close(result: JUnitResult) -> None:
            out.write(page_of(result.kept) if form == HTML else FORMS[form](result, out, quiet))
            if form == TEXT and (assumptions or not quiet):
                out.write(assumed(_taken_for_granted(result), listed=assumptions))

        return test(replace(request, keep=keep), close, watcher).status


def _text(result: JUnitResult, out: Output, quiet: bool) -> str:
    parts = (each.told(quiet=quiet, paint=out.paint) for each in result.done)
    return "".join(parts) + report_text.closing([each.counts for each in result.done], result.skipped)


def _taken_for_granted(result: JUnitResult) -> Iterator[str]:
    for each in result.done:
        for method in each.document["methods"]:
            yield from method["assumptions"]


def _json(result: JUnitResult, out: Output, quiet: bool) -> str:
    return json.text(report_json.document(result.target, [each.document for each in result.done], result.skipped))


def _sarif(result: JUnitResult, out: Output, quiet: bool) -> str:
    ended = SarifEnd(result.status, is_successful=result.status is not Status.INTERRUPTED and not result.is_full)
    classes = [each.document for each in result.done]
    return json.text(report_sarif.document(result.target, classes, result.skipped, ended, Path.cwd()))


def _junit(result: JUnitResult, out: Output, quiet: bool) -> str:
    return report_junit.document(result.target, [each.document for each in result.done], result.skipped)


FORMS: Mapping[str, Callable[[JUnitResult, Output, bool], str]] = {
    TEXT: _text,
    "json": _json,
    "sarif": _sarif,
    "junit-xml": _junit,
}
