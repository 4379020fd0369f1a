"""An exploration as text: a block for each path, then the findings, then two lines of totals."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby

from symheap.core.outcome import Bound, Cut, Returned, Threw, Unsupported
from symheap.core.source import CodePosition, Position
from symheap.objects.decisions import Decision
from symheap.report.draw.ascii import draw_concrete
from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.report.explore.assumed import about_the_program, assumed
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.findings import Finding
from symheap.report.explore.places import source_file
from symheap.report.explore.returned import returned
from symheap.report.explore.tally import Totals
from symheap.report.words import counted, cross_check

_FRAMES = 12


# One path -------------------------------------------------------------------------------------------------------------


def block(path: Path, *, ascii_only: bool = False, paint: Paint = plain, minimal: bool = False) -> str:
    """Return the block of a path: its end, its condition, its decisions, and an input that takes it.

    With `minimal`, this is the smallest input.  That costs some queries, so it is for paths that are shown, not for all
    stored paths.
    """
    words, style = ending(path)
    doubt = "" if path.confirmed else paint("  (not confirmed: no solver could say whether it is possible)", "open")
    lines = [f"path {path.id}: {paint(_shown(words, ascii_only), style)}{doubt}"]
    lines += _section("stack", frames(path), ascii_only)
    lines += _section("when", path.conditions() or ("always",), ascii_only)
    lines += _section("decides", _decisions(path) or ("nothing",), ascii_only)
    lines += ["  for example", textwrap.indent(_example(path, ascii_only, minimal=minimal), "    ")]
    return "\n".join(lines) + "\n"


def _decisions(path: Path) -> list[str]:
    """Return one line for each decision; consecutive decisions of libraries share a line."""
    lines: list[str] = []
    notation, subject = path.run.notation, path.run.loaded.target.path
    for own, group in groupby(path.trace.decisions, lambda decision: notation.is_own(decision.position)):
        made = list(group)
        if own:
            lines += [f"{_line(at, subject)}: {words}" for at, words in notation.decisions(made)]
        else:
            lines.append(_in_libraries(made))
    return lines


def own_decisions(path: Path) -> tuple[list[str], str]:
    """Return the decisions in the user's own code without their lines, and a note about those of libraries."""
    notation, decisions = path.run.notation, path.trace.decisions
    own = [each for each in decisions if notation.is_own(each.position)]
    others = [each for each in decisions if not notation.is_own(each.position)]
    return [words for _, words in notation.decisions(own)], _in_libraries(others) if others else ""


def _in_libraries(decisions: Sequence[Decision]) -> str:
    files = dict.fromkeys(decision.position.file for decision in decisions)
    return f"({counted(len(decisions), 'decision')} in {', '.join([*files][:3])}{' …' if len(files) > 3 else ''})"


def _line(position: Position, subject: str) -> str:
    """Return a line of the target file, or the full position elsewhere."""
    is_there = isinstance(position, CodePosition) and position.line and position.file == os.path.basename(subject)
    return f"line {position.line}" if is_there else _at(position)


def _example(path: Path, ascii_only: bool, *, minimal: bool) -> str:
    heap = path.run.example(path.trace) if minimal else path.inputs()
    if heap is None:
        return "(no input found)"
    return draw_concrete(heap, ascii_only=ascii_only, types=path.run.input_types(), notation=path.run.notation)


def ending(path: Path) -> tuple[str, str]:
    """Describe the end of a path; return the text and its style."""
    if path.told is not None:
        return path.told, style(path)
    end = path.trace.end
    if isinstance(end, Returned):
        return f"returns {returned(path)}".removesuffix(" void"), "good"
    if isinstance(end, Threw):
        return thrown(path.run, end), "bad" if path.crashes else "thrown"
    if isinstance(end, Cut):
        return f"cut by {end.bound.value} at {_at(end.position)}", "open"
    where = _at(end.position)
    return f"unsupported: {end.what}" + (f" at {where}" if where != end.what else ""), "open"


def style(path: Path) -> str:
    """Return the style in which the end of a path is described."""
    end = path.trace.end
    if isinstance(end, Returned):
        return "good"
    if isinstance(end, Threw):
        return "bad" if path.crashes else "thrown"
    return "open"


def thrown(run: Explored, end: Threw) -> str:
    """Describe an end by an exception, with the place in the program under test."""
    if end in run.told_ends:
        return run.told_ends[end]
    is_crash = run.crashes(end)
    if is_crash and not end.exception:
        return f"{end.error.value} error at {end.position}" + (f" ({end.detail})" if end.detail else "")
    at = run.findings.place(end)
    where = f"throws {_exception(run, end)} at {_at(at)}"
    if end.position.place != at.place:
        call = run.notation.call(at)
        return f"{where}, in {call}" if call is not None else f"{where}{_made(end, at)}"
    words = run.notation.crash(end, at) if is_crash else None
    return where if words is None else f"{where}: {words}"


def _at(position: Position) -> str:
    """Return a position; in code without line numbers, the method."""
    if isinstance(position, CodePosition) and not position.line:
        return position.member.partition("(")[0]
    return str(position)


def _exception(run: Explored, end: Threw) -> str:
    """Return the class of an exception.  The class is unknown if the exception object is an input."""
    return run.notation.type_name(end.exception) if end.exception else end.detail


def frames(path: Path) -> list[str]:
    """Return the calls that led to an exception, innermost first; empty if there was only one."""
    end = path.trace.end
    stack = end.stack if isinstance(end, Threw) else ()
    shown = [f"at {member(position)}" for position in stack if not is_entry(position)]
    if len(shown) < 2:
        return []
    return [*shown[:_FRAMES], f"… and {len(shown) - _FRAMES} more"] if len(shown) > _FRAMES else shown


def is_entry(position: Position) -> bool:
    """Whether this is the synthetic entry frame, which calls the method under test."""
    return isinstance(position, CodePosition) and ".<entry>" in position.member


def member(position: Position) -> str:
    """Return a position with its method, if known."""
    if not isinstance(position, CodePosition):
        return str(position)
    return f"{position.member.partition('(')[0]}({position if position.line else position.file})"


def _section(title: str, lines: Sequence[str], ascii_only: bool) -> list[str]:
    heads = [f"  {title:<8}", *["          "] * (len(lines) - 1)]
    return [f"{head} {_shown(line, ascii_only)}" for head, line in zip(heads, lines, strict=False)]


def _shown(text: str, ascii_only: bool) -> str:
    return printable(text, ascii_only=ascii_only)


# Totals ---------------------------------------------------------------------------------------------------------------


def findings(run: Explored, paint: Paint = plain) -> str:
    """List each crash once, then exceptions thrown on purpose, then unsupported features, in compiler format."""
    all_findings = run.findings
    lines = [paint("findings:", "bad")] if all_findings.crashes else []
    lines += [printable(_error(run, each)) for each in all_findings.crashes]
    return "".join(f"{line}\n" for line in lines) + openings(run, paint)


def openings(run: Explored, paint: Paint = plain) -> str:
    """List exceptions thrown on purpose, then unsupported features."""
    all_findings = run.findings
    lines = [paint("thrown on purpose:", "thrown")] if all_findings.thrown else []
    lines += [printable(_thrown(run, each)) for each in all_findings.thrown]
    return "".join(f"{line}\n" for line in lines) + unsupported(run, paint)


def unsupported(run: Explored, paint: Paint = plain) -> str:
    """List unsupported features, one line for each place."""
    return "".join(paint(printable(_unsupported(run, each)), "open") + "\n" for each in run.findings.unsupported)


def _error(run: Explored, finding: Finding) -> str:
    return f"{place(run, finding.position)}: error: {what_is_wrong(run, finding)}; {_paths(finding)}"


def what_is_wrong(run: Explored, finding: Finding) -> str:
    """Describe a crash without its place."""
    end = finding.end
    assert isinstance(end, Threw)
    words = run.what_is_wrong(finding)
    if words is not None:
        return words
    detail = f" ({end.detail})" if end.detail else ""
    what = f"throws {_exception(run, end)}" if end.exception else f"{end.error.value} error{detail}"
    return what + _made(end, finding.position)


def _thrown(run: Explored, finding: Finding) -> str:
    end = finding.end
    assert isinstance(end, Threw)
    at = finding.position
    return f"{place(run, at)}: throws {_exception(run, end)}{_made(end, at)}; {_paths(finding)}"


def _made(end: Threw, at: Position) -> str:
    """Return where in a library an exception was created."""
    return f", made at {_at(end.position)}" if end.position.place != at.place else ""


def _unsupported(run: Explored, finding: Finding) -> str:
    end = finding.end
    assert isinstance(end, Unsupported)
    at = place(run, finding.position)
    where = f" at {at}" if at != end.what else ""
    return f"unsupported: {end.what}{where} ({counted(finding.count, 'path')})"


def _paths(finding: Finding) -> str:
    return f"path {finding.example}" if finding.count == 1 else f"{finding.count} paths, first {finding.example}"


def place(run: Explored, position: Position) -> str:
    """Return a position with the path that the user gave, if the class file has only the name of the source."""
    source = source_file(run.loaded.target.path, position) if isinstance(position, CodePosition) else None
    return _at(position) if source is None else f"{source}:{position.line}"


def assumptions(runs: Iterable[Explored | Totals], *, listed: bool = False) -> str:
    """Format the assumptions of all runs, each once."""
    every_assumption = [text for run in runs for text in run.assumptions]
    return assumed(every_assumption, foremost=about_the_program(every_assumption), listed=listed)


def summary(run: Explored, paint: Paint = plain, *, stopped: Bound | None = None) -> str:
    """Summarise a run in two lines: its results, and its cost.  `stopped` ends a run that is still in progress."""
    tally, statistics = run.tally, run.statistics
    ends = [f"{tally.normal} normal", f"{tally.exceptional} exceptional", f"{tally.cut} cut"]
    ends += [f"{tally.unsupported} unsupported"] if tally.unsupported else []
    ends += [f"and {tally.unknown} unknown"] if tally.unknown else []
    counts = f"{counted(tally.total, 'trace')} ({', '.join(ends)}), {counted(tally.paths, 'path')}"
    asked = f"{counted(statistics.queries, 'query', 'queries')}, {statistics.answered_without_solver} without a solver"
    verdict = _verdict(run, paint, stopped or run.stopped)
    return f"{run.heap}: {counts}; {verdict}\n{asked}, {run.spent:.2f} s\n{cross_check(statistics)}"


def total(runs: Sequence[Explored | Totals], skipped: Sequence[str], paint: Paint = plain) -> str:
    """Summarise several methods in one line, after those that could not be explored."""
    ends = (sum(run.tally.normal for run in runs), sum(run.tally.exceptional for run in runs))
    crashes, cut = sum(run.tally.crashes for run in runs), sum(run.tally.cut for run in runs)
    paths = counted(sum(run.tally.paths for run in runs), "path")
    unsupported = sum(run.tally.unsupported for run in runs)
    more = f", {unsupported} unsupported" if unsupported else ""
    complete = not skipped and all(run.complete for run in runs)
    verdict = paint("complete", "good") if complete else paint("NOT COMPLETE", "open")
    counts = f"{ends[0]} normal, {ends[1]} exceptional, {crashes} of them crashes, {cut} cut{more}"
    lines = [f"not explored: {printable(each)}" for each in skipped]
    lines.append(f"total: {counted(len(runs), 'method')}, {paths} ({counts}); {verdict}")
    return "\n".join(lines) + f"\n{sum(run.seconds for run in runs):.2f} s\n"


def _verdict(run: Explored, paint: Paint, stopped: Bound | None) -> str:
    if run.complete and not run.tally.total:
        return paint("complete, but no input satisfies what is assumed", "open")
    if run.complete:
        return paint("complete", "good")
    reasons = [_stop(stopped)] if stopped is not None else []
    reasons += ["paths were cut"] if run.tally.cut else []
    reasons += ["something is unsupported"] if run.tally.unsupported else []
    reasons += ["a solver did not know"] if run.tally.unknown else []
    return paint(f"NOT COMPLETE: {', '.join(reasons) or 'stopped'}", "open")


def _stop(bound: Bound) -> str:
    return bound.value if bound is Bound.INTERRUPTED else f"stopped by {bound.value}"
