"""Explorations as JUnit XML: a suite per method, a case per path.

A path that returns, or throws on purpose, passes.  A crash fails, or is skipped if it is a warning or a note.  A path
cut by a bound is skipped with a message.  An unsupported or unconfirmed path is an error, and so is an early end of the
whole run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symheap.core.outcome import Cut, Returned, Threw
from symheap.core.source import CodePosition, Position
from symheap.report.explore.crashes import CrashKey, CrashRank, Standings, crash_key
from symheap.report.explore.explored import Explored
from symheap.report.explore.forms import end_of
from symheap.report.explore.places import source_file
from symheap.report.formats.junit import Case, CaseEnd, Suite
from symheap.store.records import KeptPath

NOT_CONFIRMED = "no solver could say whether this path is possible"


Unranked = tuple[CrashKey | None, Case]
"""The case of a path, and the crash in which it ends."""


def unranked(run: Explored, path: KeptPath) -> Unranked:
    return crash_key(end_of(path.end), run.notation.is_own), case(run, path)


def ranked(suite: Suite, cases: Sequence[Unranked], standings: Standings) -> Suite:
    """Return the suite with these cases.  A crash not shown reachable is skipped; one without a standing fails."""
    known = (_ranked(each, None if key is None else standings.get(key)) for key, each in cases)
    return replace(suite, cases=(*known, *suite.cases))


def _ranked(made: Case, standing: CrashRank | None) -> Case:
    if made.end is not CaseEnd.FAILURE or standing is None:
        return made
    end = CaseEnd.FAILURE if standing.level == "error" else CaseEnd.SKIPPED
    return replace(made, end=end, message=f"{made.message}: {standing.words()}")


def case(run: Explored, path: KeptPath) -> Case:
    end = end_of(path.end)
    name = f"path {path.number}: {path.ending}"
    file, line = ("", 0) if isinstance(end, Returned) else _place(run, end.position)
    if not path.confirmed:
        return Case(run.target, name, CaseEnd.ERROR, NOT_CONFIRMED, "unknown", path.text, file, line)
    if isinstance(end, Returned) or (isinstance(end, Threw) and not run.crashes(end)):
        return Case(run.target, name, file=file, line=line)
    if isinstance(end, Threw):
        return Case(run.target, name, CaseEnd.FAILURE, path.ending, end.error.value, path.text, file, line)
    if isinstance(end, Cut):
        return Case(run.target, name, CaseEnd.SKIPPED, path.ending, "", path.text, file, line)
    return Case(run.target, name, CaseEnd.ERROR, path.ending, end.kind, path.text, file, line)


def suite(run: Explored) -> Suite:
    """Return the suite about the exploration as a whole; its paths are added once they are ranked."""
    properties = (
        ("heap", run.heap),
        ("complete", str(run.complete).lower()),
        *(("assumption", text) for text in run.loaded.assumptions),
    )
    return Suite(run.target, tuple(_whole(run)), run.seconds, properties)


def _whole(run: Explored) -> Iterator[Case]:
    if run.stopped is not None:
        why = f"stopped by {run.stopped.value}: paths may be missing"
        yield Case(run.target, "all paths", CaseEnd.ERROR, why, run.stopped.value)
    elif run.complete and not run.tally.total:
        yield Case(run.target, "all paths", CaseEnd.SKIPPED, "no input satisfies what is assumed")


def skipped(target: str, reasons: Sequence[str]) -> Suite:
    """Return a suite of the methods that could not be explored."""
    cases = (Case(target, f"not explored: {each}", CaseEnd.ERROR, each, "not-explored") for each in reasons)
    return Suite(f"{target}: not explored", tuple(cases))


def _place(run: Explored, at: Position) -> tuple[str, int]:
    if not isinstance(at, CodePosition):
        return at.file, at.line
    source = source_file(run.loaded.target.path, at)
    return (source, at.line) if source is not None else ("", 0)
