"""An exploration as text: a block a path, then one line for the whole."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from symheap.core.outcome import Bound, Cut, Returned, Threw
from symheap.report.ascii import draw_concrete
from symheap.report.labels import printable
from symheap.report.run import Path, Run

Paint = Callable[[str, str], str]
"""Text in a style: ``good``, ``bad``, ``open`` or ``faint``."""


def plain(text: str, style: str) -> str:
    return text


def block(path: Path, *, ascii_only: bool = False, paint: Paint = plain) -> str:
    """One path: how it ends, when, by which decisions, and an input that takes it."""
    words, style = ending(path)
    doubt = "" if path.confirmed else paint("  (not confirmed: no solver could say whether it is possible)", "open")
    lines = [f"path {path.id}: {paint(_shown(words, ascii_only), style)}{doubt}"]
    lines += _section("when", path.conditions() or ("always",), ascii_only)
    decisions = [f"{decision.position}: {decision.kind} {decision}" for decision in path.trace.decisions]
    lines += _section("decides", decisions or ("nothing",), ascii_only)
    heap = path.inputs()
    drawn = draw_concrete(heap, ascii_only=ascii_only, types=path.run.input_types()) if heap else "(no input found)"
    lines += ["  for example", textwrap.indent(drawn, "    ")]
    return "\n".join(lines) + "\n"


def ending(path: Path) -> tuple[str, str]:
    """How a path ends, in words, and in which style that is said."""
    end = path.trace.end
    if isinstance(end, Returned):
        return f"returns {path.value()}", "good"
    if isinstance(end, Threw):
        return f"{end.error.value} error at {end.position}" + (f" ({end.detail})" if end.detail else ""), "bad"
    if isinstance(end, Cut):
        return f"cut by {end.bound.value} at {end.position}", "open"
    return f"unsupported: {end.what} at {end.position}", "open"


def _section(title: str, lines: tuple[str, ...] | list[str], ascii_only: bool) -> list[str]:
    heads = [f"  {title:<8}", *["          "] * (len(lines) - 1)]
    return [f"{head} {_shown(line, ascii_only)}" for head, line in zip(heads, lines, strict=True)]


def _shown(text: str, ascii_only: bool) -> str:
    return printable(text, ascii_only=ascii_only)


def summary(run: Run, paint: Paint = plain) -> str:
    """The whole in two lines: what was found, and what it took."""
    tally, statistics = run.tally, run.statistics
    ends = [f"{tally.normal} normal", f"{tally.exceptional} exceptional", f"{tally.cut} cut"]
    ends += [f"{tally.unsupported} unsupported"] if tally.unsupported else []
    ends += [f"and {tally.unknown} unknown"] if tally.unknown else []
    found = f"{counted(tally.total, 'trace')} ({', '.join(ends)}), {counted(tally.paths, 'path')}"
    asked = f"{counted(statistics.queries, 'query', 'queries')}, {statistics.answered_without_solver} without a solver"
    return f"{run.heap}: {found}; {_verdict(run, paint)}\n{asked}, {run.seconds:.2f} s\n"


def _verdict(run: Run, paint: Paint) -> str:
    if run.complete:
        return paint("complete", "good")
    reasons = [_stop(run.stopped)] if run.stopped is not None else []
    reasons += ["paths were cut"] if run.tally.cut else []
    reasons += ["something is unsupported"] if run.tally.unsupported else []
    reasons += ["a solver did not know"] if run.tally.unknown else []
    return paint(f"NOT COMPLETE: {', '.join(reasons) or 'stopped'}", "open")


def _stop(bound: Bound) -> str:
    return bound.value if bound is Bound.INTERRUPTED else f"stopped by {bound.value}"


def counted(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
