"""A study on the terminal: a table of classes for each heap model, then the totals in a few lines.

If the paper prints nothing about a model, its table has no columns for it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from symheap.bench.paired import Paired
from symheap.bench.report import figures
from symheap.bench.row import Row, RowOutcome
from symheap.bench.sums import PAPERS, Claim, Line, Sum, Sums
from symheap.bench.tests_made import ReplaySum, TestSum
from symheap.report.draw.labels import ELLIPSIS, printable, width
from symheap.report.draw.paint import Paint, plain

_MOST_REASONS, _SLOWEST = 10, 10
_NARROWEST_REASON, _WIDEST_REASON = 16, 72
_INDENT = 13


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How to write: colours, the number of columns (None: unlimited), and whether to use ASCII only."""

    paint: Paint = plain
    columns: int | None = None
    ascii_only: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
    """Two columns under one heading, ours and the paper's; or ours alone."""

    title: str
    ours: Callable[[Sum, Callable[[int], str]], str]
    paper: Callable[[Claim, Callable[[int], str]], str]


_TRACES: Final = _Group("traces", lambda s, number: number(s.traces), lambda c, number: number(c.traces))
_TOKENS: Final = _Group("tokens", lambda s, number: number(s.cost.tree_tokens), lambda c, number: number(c.tokens))
_QUERY: Final = _Group(
    "query s",
    lambda s, _: figures.seconds(s.cost.seconds),
    lambda c, _: figures.printed_seconds(c, "query_seconds"),
)
_TOTAL: Final = _Group(
    "total s",
    lambda s, _: figures.seconds(s.seconds),
    lambda c, _: figures.printed_seconds(c, "test_seconds"),
)

_TOTAL_ALONE: Final = _Group("total s", lambda s, _: figures.seconds(s.seconds), lambda c, _: "")
_TEST: Final = _Group(
    "test s",
    lambda s, _: figures.test_seconds(s),
    lambda c, _: figures.printed_seconds(c, "test_seconds"),
)


@dataclass(frozen=True, slots=True)
class _Plan:
    """The columns of a table, and the format of its numbers."""

    groups: tuple[_Group, ...]
    number: Callable[[int], str]
    names: int
    reasons: bool


_ALL: Final = (_TRACES, _TOKENS, _QUERY, _TOTAL)
_PLANS: Final = (
    _Plan(_ALL, figures.whole, 60, True),
    _Plan(_ALL, figures.compact, 30, True),
    _Plan(_ALL, figures.compact, 24, False),
    _Plan((_TRACES, _TOKENS, _QUERY), figures.compact, 24, False),
    _Plan((_TRACES, _QUERY), figures.compact, 20, False),
)


def report(sums: Sums, form: TextStyle = TextStyle()) -> str:
    """Return the tables and the lines below them."""
    parts = [_heading(sums, form)]
    for heap in sums.heaps:
        parts.append(_table(sums, heap, form))
        parts.append("\n".join(_summary(sums, heap, form)))
    parts.append("\n".join(_closing(sums, form)))
    return "\n\n".join(part for part in parts if part) + "\n"


def _heading(sums: Sums, form: TextStyle) -> str:
    if not sums.rows:
        return f"{_shown(sums.study.title, form)}: no method was run."
    text = _shown(sums.study.title, form) + "." + (_note(sums) if sums.study.printed else "")
    return "\n".join(textwrap.wrap(text, min(form.columns or 120, 120)))


def _note(sums: Sums) -> str:
    if not any(map(sums.compared_classes, sums.heaps)):
        return " The paper's numbers are of whole classes, none of which was run: nothing is compared."
    return (
        " Beside the paper's numbers stand the sums over the methods that its table adds up, elsewhere over all; its"
        f" {'test time' if sums.tested else 'total'} is the time of its test generator."
    )


# The table ------------------------------------------------------------------------------------------------------------


def _table(sums: Sums, heap: str, form: TextStyle) -> str:
    """Return the widest variant of the table that fits, or else the narrowest one."""
    beside = sums.whole[heap].claim is not None
    for plan in map(_with_tests, _PLANS) if sums.tested else _PLANS:
        rows = list(_rows(sums, heap, plan, form))
        widths = [max(width(cells[i]) for cells, _ in rows) for i in range(len(rows[0][0]))]
        gaps = _gaps(plan, beside)
        taken = sum(widths) + sum(map(len, gaps))
        left = _WIDEST_REASON if form.columns is None else form.columns - taken - 2
        if left >= (_NARROWEST_REASON if plan.reasons else -2):
            break
    body = [_aligned(cells, widths, gaps, _shortened(why, left, form) if plan.reasons else "") for cells, why in rows]
    first = _titles(plan, widths, heap) if beside else heap
    heads = [form.paint(line, "faint") for line in (first, body[0])]
    return "\n".join([*heads, *body[1:]])


def _with_tests(plan: _Plan) -> _Plan:
    """Add a column for our test time, beside the paper's."""
    own = [_TOTAL_ALONE if group is _TOTAL else group for group in plan.groups]
    return replace(plan, groups=(*own, _TEST) if _TOTAL in plan.groups else plan.groups)


def _rows(sums: Sums, heap: str, plan: _Plan, form: TextStyle) -> Iterator[tuple[tuple[str, ...], str]]:
    whole = sums.whole[heap]
    beside = whole.claim is not None
    heads = ["ours", "paper"] * len(plan.groups) if beside else [group.title for group in plan.groups]
    yield ("class", *heads, "ended"), "what stands in the way"
    for line in sums.lines[heap]:
        name = _shortened(figures.simple(line.name), plan.names, form)
        numbers = _numbers(line.compared, line.claim, plan, beside)
        part = figures.part_run(line)
        ended = _ended(line.all) + (f" of {line.size}" if part and not plan.reasons else "")
        yield (name, *numbers, ended), "; ".join(filter(None, (part, figures.obstacles(line.all))))
    if beside:
        yield ("the paper's methods", *_numbers(whole.kept, whole.claim, plan, beside), _ended(whole.kept)), ""
    yield ("all methods", *_numbers(whole.all, None, plan, beside), _ended(whole.all)), ""


def _numbers(total: Sum, claim: Claim | None, plan: _Plan, beside: bool) -> Iterator[str]:
    for group in plan.groups:
        yield group.ours(total, plan.number) if total.methods else "-"
        if beside:
            yield group.paper(claim, plan.number) if claim is not None else ""


def _ended(total: Sum) -> str:
    return f"{total.ended}/{total.methods}"


def _gaps(plan: _Plan, beside: bool) -> list[str]:
    """Return the gap before each column but the first: two spaces, or one between ours and the paper's."""
    return [*((["  ", " "] if beside else ["  "]) * len(plan.groups)), "  "]


def _aligned(cells: Sequence[str], widths: Sequence[int], gaps: Sequence[str], why: str) -> str:
    parts = [cells[0] + " " * (widths[0] - width(cells[0]))]
    for cell, wide, gap in zip(cells[1:], widths[1:], gaps, strict=True):
        parts.append(gap + " " * (wide - width(cell)) + cell)
    return ("".join(parts) + (f"  {why}" if why else "")).rstrip()


def _titles(plan: _Plan, widths: Sequence[int], heap: str) -> str:
    """Return the headings, each across two columns and the gap between them."""
    line = heap.ljust(widths[0])
    for i, group in enumerate(plan.groups):
        line += "  " + group.title.rjust(widths[1 + 2 * i] + 1 + widths[2 + 2 * i])
    return line


def _shortened(text: str, columns: int, form: TextStyle) -> str:
    shown = _shown(text, form)
    dots = "..." if form.ascii_only else ELLIPSIS
    return shown if width(shown) <= columns else shown[: columns - len(dots)] + dots


def _shown(text: str, form: TextStyle) -> str:
    return printable(text, ascii_only=form.ascii_only)


# The lines below the table --------------------------------------------------------------------------------------------


def _summary(sums: Sums, heap: str, form: TextStyle) -> Iterator[str]:
    whole = sums.whole[heap]
    every = whole.all
    ended = f"{every.ended} of {every.methods} methods ({figures.share(every.share_ended)})"
    absent = sums.not_run(heap)
    rest = f"; {absent} of the study were not run" if absent else ""
    yield _labelled("ended", f"{ended}: {figures.outcome_counts(every)}{rest}", form)
    if (agreement := _agreement(sums.lines[heap])) is not None:
        yield _labelled("traces", agreement, form)
    tokens = f"{figures.whole(every.cost.tree_tokens)} as trees, {figures.whole(every.cost.dag_tokens)} as DAGs"
    yield _labelled("tokens", f"{tokens}, in {figures.whole(every.cost.queries)} queries", form)
    beside = figures.query_time(whole)
    against = f"; for the paper's methods{figures.of_classes(sums, heap)} {beside}" if beside else ""
    yield _labelled("query time", f"{figures.seconds(every.cost.seconds)} s{against}", form)
    decided = f"{figures.share(every.share_spared)} of {figures.whole(every.cost.decisions)} without a solver"
    yield _labelled("decisions", decided, form)
    if every.tests is not None:
        yield _labelled("tests", _tests(every.tests), form)
    reasons = [f"{count:>4}  {what}" for what, count in [*every.reasons.items()][:_MOST_REASONS]]
    yield from _listed("in the way", reasons, form)
    if heap == PAPERS or PAPERS not in sums.heaps:
        yield from _listed("slowest", [*_slowest(row for row in sums.rows if row.heap == heap)], form)


def _tests(tests: TestSum) -> str:
    without = ", ".join(f"{count} {why}" for why, count in tests.without.items())
    stopped = f"; of {tests.stopped} only some, for lack of time" if tests.stopped else ""
    none = f"; traces without one: {without}" if without else ""
    made = f"{figures.whole(tests.made)} for the traces of {tests.methods} methods"
    redundant = f", {figures.whole(tests.redundant)} of them redundant" if tests.redundant else ""
    time = f"{figures.seconds(tests.seconds)} s ({figures.seconds(tests.cpu_seconds)} s of processor time)"
    return f"{made}{redundant}, {time}{stopped}{none}{_replay(tests.replay)}"


def _replay(replay: ReplaySum | None) -> str:
    if replay is None:
        return ""
    time = f"{figures.seconds(replay.seconds)} s ({figures.seconds(replay.cpu_seconds)} s of processor time)"
    failed = "".join(f", {count} {why}" for why, count in replay.failed.items())
    stopped = f"; of {replay.stopped} methods not all" if replay.stopped else ""
    return f"; run: {figures.whole(replay.passed)} passed{failed}, {time}{stopped}"


def _slowest(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the slowest methods that were run."""
    run = (row for row in rows if row.outcome is not RowOutcome.MISSING)
    for row in sorted(run, key=lambda row: -row.seconds)[:_SLOWEST]:
        yield f"{figures.seconds(row.seconds):>6} s  {row.outcome.value:<11}  {figures.short_method(row.method)}"


def _agreement(lines: Sequence[Line]) -> str | None:
    """Return how many classes agree with the printed numbers, counting only classes that were run whole.

    A class with stopped methods is not final, unless it already has too many traces.
    """
    compared = [line for line in lines if line.claim is not None]
    if not compared:
        return None
    near = sum(line.differs is False for line in compared)
    more = sum(
        line.claim is not None and line.kept.traces > line.claim.traces for line in compared if line.differs is True
    )
    still_open = sum(line.differs is None for line in compared)
    fewer = len(compared) - near - more - still_open
    return (
        f"within a tenth of the paper's in {near} of {len(compared)} classes, more in {more}, fewer in {fewer}; "
        f"not final in {still_open}"
    )


def _closing(sums: Sums, form: TextStyle) -> Iterator[str]:
    if sums.ratios is not None:
        ratios = sums.ratios
        words = [f"{figures.to_one(ratios.both_ended)} where both ended ({ratios.both_ended.methods} methods)"]
        words += [f"{figures.to_one(ratios.as_printed)} by the paper's rule ({ratios.as_printed.methods})"]
        words += [f"at least {figures.to_one(ratios.lower_bound)} where pose ended ({ratios.lower_bound.methods})"]
        if ratios.printed is not None:
            words += [f"the paper {figures.to_one(ratios.printed)} ({ratios.printed.methods})"]
        yield _labelled("lazy : pose", "; ".join(words), form)
    if sums.paired is not None:
        yield from _listed("both ended", [*_side_by_side(sums.paired)], form)
    if sums.broken:
        yield from _listed("laws", [f"BROKEN  {each}" for each in sums.broken], form, "bad")
    elif sums.rows:
        yield f"{'laws':<{_INDENT}}{form.paint('hold', 'good')}"


def _side_by_side(paired: Paired) -> Iterator[str]:
    """Yield a line for each measure, by class: medians, and the two-sided signed-rank test."""
    yield f"{paired.methods} methods in {len(paired.classes)} classes; by class, pose and lazy:"
    for each in paired.comparisons:
        ours, theirs = map(figures.short, each.medians)
        sums = f"{figures.short(sum(each.pose))} and {figures.short(sum(each.lazy))}"
        counts = f"pose less in {each.less}, more in {each.more}"
        yield f"{each.measure}: sum {sums}; median {ours} and {theirs}; {counts}; p = {each.p_value:.2g}"


def _labelled(label: str, text: str, form: TextStyle) -> str:
    room = (form.columns or 120) - _INDENT
    lines = textwrap.wrap(_shown(text, form), max(room, 20), break_on_hyphens=False) or [""]
    return "\n".join([f"{label:<{_INDENT}}{lines[0]}", *(" " * _INDENT + line for line in lines[1:])])


def _listed(label: str, lines: Sequence[str], form: TextStyle, style: str | None = None) -> Iterator[str]:
    """Yield one line each, shortened to the available width."""
    room = 10_000 if form.columns is None else max(form.columns - _INDENT, 20)
    for i, line in enumerate(lines):
        shown = _shortened(line, room, form)
        yield f"{label if i == 0 else '':<{_INDENT}}{form.paint(shown, style) if style else shown}"
