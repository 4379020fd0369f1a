"""A study as one self-contained page, readable without a script, with a light and a dark theme."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import symheap
from symheap.bench.report import figures, plots
from symheap.bench.report.look import SCRIPT, STYLE
from symheap.bench.row import Row
from symheap.bench.sums import Claim, Line, Sum, Sums, without_place
from symheap.report.draw.charts import safe


def page(sums: Sums, settings: Mapping[str, str]) -> str:
    title = safe(sums.study.title)
    body = [f"<h1>{title}</h1>", *_summary(sums), *_plots(sums), *_classes(sums), *_methods(sums), *_settings(settings)]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<style>{STYLE}{plots.STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(body)
        + f"\n</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )


# Summary --------------------------------------------------------------------------------------------------------------


def _summary(sums: Sums) -> Iterator[str]:
    yield '<section aria-labelledby="summary">\n<h2 id="summary">Summary</h2>'
    if not sums.rows:
        yield "<p>No method was run.</p>"
    for heap in sums.heaps:
        yield f"<h3>{safe(heap)}</h3>\n<dl>"
        yield from (f"<div><dt>{term}</dt><dd>{value}</dd></div>" for term, value in _facts(sums, heap))
        yield "</dl>"
    if sums.ratios is not None:
        yield _ratios(sums)
    if sums.broken:
        yield '<p class="bad">Laws that do not hold:</p>\n<ul>'
        yield from (f"<li>{safe(str(each))}</li>" for each in sums.broken)
        yield "</ul>"
    elif sums.rows:
        yield '<p class="good">The laws hold: path optimality; never fewer traces than pose; the same paths.</p>'
    yield "</section>"


def _facts(sums: Sums, heap: str) -> Iterator[tuple[str, str]]:
    whole, every = sums.whole[heap], sums.whole[heap].all
    absent = f"; {sums.not_run(heap)} not run" if sums.not_run(heap) else ""
    yield "ended", f"<b>{figures.share(every.share_ended)}</b> {every.ended} of {every.methods} methods{absent}"
    yield "outcomes", figures.outcome_counts(every)
    beside = figures.query_time(whole)
    against = safe(f" for the paper's methods{figures.of_classes(sums, heap)} {beside}") if beside else ""
    yield "query time", f"<b>{figures.seconds(every.cost.seconds)} s</b>{against}"
    yield "total time", f"<b>{figures.seconds(every.seconds)} s</b> of all methods together"
    share = f"<b>{figures.share(every.share_spared)}</b> of {figures.whole(every.cost.decisions)} decisions"
    yield "without a solver", share
    trees, shared = figures.whole(every.cost.tree_tokens), figures.whole(every.cost.dag_tokens)
    yield "tokens", f"<b>{trees}</b> as trees, {shared} as DAGs"


def _ratios(sums: Sums) -> str:
    assert sums.ratios is not None
    labelled = [
        ("where both ended", sums.ratios.both_ended),
        ("by the paper's rule: pose ended, and lazy ended or had more traces", sums.ratios.as_printed),
        ("at least, wherever pose ended", sums.ratios.lower_bound),
        ("the paper", sums.ratios.printed),
    ]
    rows = [
        f'<tr><th scope="row">{safe(words)}</th>{_cell(ratio.methods)}{_cell(ratio.pose)}{_cell(ratio.lazy)}'
        f'<td class="n">{figures.to_one(ratio)}</td></tr>'
        for words, ratio in labelled
        if ratio is not None
    ]
    heads = _heads(("counted", "methods", "pose", "lazy", "ratio"))
    return (
        f'<div class="wide"><table>\n<caption>Traces of lazy initialization and of POSE</caption>\n'
        f"<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>{''.join(rows)}</tbody>\n</table></div>"
    )


# Plots ----------------------------------------------------------------------------------------------------------------


def _plots(sums: Sums) -> Iterator[str]:
    if not sums.rows:
        return
    yield '<section aria-labelledby="plots">\n<h2 id="plots">Plots</h2>\n<div class="plots">'
    over = "the classes of the printed table, ours over the methods it adds up" if sums.study.printed else "all classes"
    yield _figure(plots.traces(sums), f"Traces per class, over {over} (the paper's Fig. 6 (a)).")
    excerpt = "Query time per class, from 0 to 5,000 s as in the paper's Fig. 6 (b); what is above is counted."
    yield _figure(plots.query_excerpt(sums), excerpt)
    yield _figure(plots.query_log(sums), "The same on a logarithmic scale. The paper's “<1” stands at 0.5.")
    for heap in sums.heaps:
        if sums.whole[heap].claim is not None:
            band = "The band is a tenth around the diagonal; hollow: not all of the class's printed methods ended."
            yield _figure(plots.scatter(sums, heap), f"Traces per class under {heap}, ours against printed. {band}")
        yield _figure(plots.histogram(sums, heap), f"How many methods took how long under {heap}, by outcome.")
    boxes = "Boxes: quartiles and median; whiskers: the last value within 1.5 interquartile ranges; dots: beyond."
    yield f'</div>\n<p class="faint">{boxes}</p>\n</section>'


def _figure(drawing: str, caption: str) -> str:
    return f"<figure>\n{drawing}\n<figcaption>{safe(caption)}</figcaption>\n</figure>"


# Classes --------------------------------------------------------------------------------------------------------------


def _classes(sums: Sums) -> Iterator[str]:
    if not sums.rows:
        return
    yield '<section aria-labelledby="classes">\n<h2 id="classes">Classes</h2>'
    for heap in sums.heaps:
        yield _class_table(sums, heap)
    yield "</section>"


_BESIDE = " Beside printed numbers: the methods that the table adds up; elsewhere all. A grey factor is not final."


def _class_table(sums: Sums, heap: str) -> str:
    whole = sums.whole[heap]
    beside = whole.claim is not None
    columns = (beside, sums.tested)
    foot = [_class_row("the paper's methods", whole.kept, whole.claim, whole.kept, columns)] if beside else []
    foot += [_class_row("all methods", whole.all, None, whole.all, columns)]
    body = [
        _class_row(line.name, line.compared, line.claim, line.all, columns, _closeness(line), figures.part_run(line))
        for line in sums.lines[heap]
    ]
    return (
        f'<div class="wide"><table class="sortable">\n<caption>Classes under {safe(heap)}.'
        f"{_BESIDE if beside else ''}</caption>\n<thead>{_class_heads(beside, sums.tested)}</thead>\n<tbody>\n"
        + "\n".join(body)
        + "\n</tbody>\n<tfoot>\n"
        + "\n".join(foot)
        + "\n</tfoot>\n</table></div>"
    )


def _class_heads(beside: bool, tested: bool) -> str:
    """Return one row of headings, or two rows if our columns and the paper's share a heading."""
    tests = ("test s",) if tested else ()
    if not beside:
        return f"<tr>{_heads(('class', 'traces', 'tokens', 'query s', 'total s', *tests, 'ended', 'in the way'))}</tr>"
    groups = [("traces", 3), *((title, 2) for title in ("tokens", "query s", "total s", *tests))]
    over = "".join(f'<th scope="colgroup" colspan="{wide}">{title}</th>' for title, wide in groups)
    heads = ("class", "ours", "paper", "factor", *["ours", "paper"] * (len(groups) - 1), "ended", "in the way")
    return f"<tr><td></td>{over}<td></td><td></td></tr>\n<tr>{_heads(heads)}</tr>"


def _closeness(line: Line) -> str:
    """Return the style of a class's factor: within a tenth, off by more, or not final."""
    if line.differs is None or not line.settled:
        return "p"
    return "off" if line.differs else "near"


def _class_row(
    name: str,
    ours: Sum,
    claim: Claim | None,
    every: Sum,
    columns: tuple[bool, bool],
    style: str = "",
    part: str = "",
) -> str:
    """Return the row of a class.  `columns`: whether there are columns of the paper, and columns of tests."""
    beside, tested = columns
    reasons = "; ".join(filter(None, (part, figures.obstacles(every, most=3))))
    own = [
        _cell(ours.traces if ours.methods else None),
        _cell(ours.cost.tree_tokens if ours.methods else None),
        _time(ours.cost.seconds if ours.methods else None),
        _time(ours.seconds if ours.methods else None),
        *([_test_time(ours)] if tested else []),
    ]
    cells = [
        *(map("".join, zip(own, _printed_cells(ours, claim, style, tested), strict=True)) if beside else own),
        f'<td class="n" data-v="{every.share_ended or 0:.6f}">{every.ended}/{every.methods}</td>',
        f'<td class="why" title="{safe(figures.obstacles(every))}">{safe(reasons)}</td>',
    ]
    short = safe(figures.simple(name))
    return f'<tr><th scope="row" title="{safe(name)}">{short}</th>{"".join(cells)}</tr>'


def _test_time(ours: Sum) -> str:
    value = ours.tests.seconds if ours.tests is not None else -1
    return f'<td class="n" data-v="{value:.6f}">{safe(figures.test_seconds(ours))}</td>'


def _printed_cells(ours: Sum, claim: Claim | None, style: str, tested: bool) -> Iterator[str]:
    """Yield the printed cells beside our traces, tokens, query time and total.

    The printed test time is beside our test time if we have one, else beside our total.
    """
    factor = ours.traces / claim.traces if claim is not None and claim.traces and ours.methods else None
    beside = "<td></td>" if factor is None else f'<td class="n {style}" data-v="{factor:.6g}">{factor:,.2f}</td>'
    yield _cell(None if claim is None else claim.traces, "p") + beside
    yield _cell(None if claim is None else claim.tokens, "p")
    yield _printed_time(claim, "query_seconds")
    if tested:
        yield "<td></td>"
    yield _printed_time(claim, "test_seconds")


def _printed_time(claim: Claim | None, column: str) -> str:
    if claim is None:
        return "<td></td>"
    value = figures.claim_seconds(claim, column)
    text = safe(figures.printed_seconds(claim, column))
    return f'<td class="n p" data-v="{value:g}">{text}</td>'


# Methods --------------------------------------------------------------------------------------------------------------

_WORDS = ("counted", "class", "method", "heap", "outcome", "in the way", "why")
_NUMBERS = ' class="n"'
_METHOD_HEADS = (
    "method",
    "heap",
    "outcome",
    "traces",
    "paths",
    "tokens",
    "as DAG",
    "queries",
    "spared",
    "query s",
    "total s",
    "why",
)


def _methods(sums: Sums) -> Iterator[str]:
    if not sums.rows:
        return
    kept = sums.kept_methods()
    yield '<section aria-labelledby="methods">\n<h2 id="methods">Methods</h2>'
    yield '<p class="faint">An asterisk marks those that the printed table adds up.</p>' if kept else ""
    for name, group in groupby(sorted(sums.rows, key=lambda row: row.class_name), lambda row: row.class_name):
        rows = tuple(group)
        by_heap = {heap: [row.outcome.ended for row in rows if row.heap == heap] for heap in sums.heaps}
        ended = ", ".join(
            f"{heap} {sum(methods)} of {len(methods)} ended" for heap, methods in by_heap.items() if methods
        )
        yield f"<details>\n<summary>{safe(name)} <small>{safe(ended)}</small></summary>"
        yield _method_table(name, rows, kept)
        yield "</details>"
    yield "</section>"


def _method_table(name: str, rows: Sequence[Row], kept: frozenset[str]) -> str:
    body = "\n".join(_method_row(row, row.method in kept) for row in rows)
    return (
        f'<div class="wide"><table class="sortable">\n<caption>Methods of {safe(name)}</caption>\n'
        f"<thead><tr>{_heads(_METHOD_HEADS)}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>"
    )


def _method_row(row: Row, printed: bool) -> str:
    name = figures.short_method(row.method).partition("::")[2] + (" *" if printed else "")
    cost = row.cost
    share = cost.spared / cost.decisions if cost.decisions else None
    counts = (row.traces, row.paths, cost.tree_tokens, cost.dag_tokens, cost.queries)
    return (
        f'<tr><th scope="row" title="{safe(row.method)}">{safe(name)}</th><td>{safe(row.heap)}</td>'
        f'<td><span class="outcome {row.outcome.value}">{row.outcome.value}</span></td>'
        + "".join(map(_cell, counts))
        + f'<td class="n" data-v="{-1 if share is None else share:.6f}">{safe(figures.share(share))}</td>'
        + f'{_time(cost.seconds)}{_time(row.seconds)}<td class="why">{_why(row)}</td></tr>'
    )


def _why(row: Row) -> str:
    """Return one line for each reason; its tooltip lists the places."""
    places: dict[str, list[str]] = {}
    for reason in row.reasons:
        places.setdefault(without_place(reason), []).append(reason)
    counts = {what: sum(row.reasons[each] for each in rows) for what, rows in places.items()}
    return "<br>".join(
        f'<span title="{safe("; ".join(rows))}">{safe(what)}{f" ({counts[what]})" if counts[what] > 1 else ""}</span>'
        for what, rows in places.items()
    )


def _settings(settings: Mapping[str, str]) -> Iterator[str]:
    yield '<section aria-labelledby="settings">\n<h2 id="settings">Settings</h2>\n<div class="wide"><table>'
    yield "<caption>What this run was given</caption>\n<tbody>"
    for key, value in {**settings, "symheap": str(symheap.__version__)}.items():
        yield f'<tr><th scope="row">{safe(key)}</th><td>{safe(value)}</td></tr>'
    yield "</tbody>\n</table></div>\n</section>"


def _heads(titles: Sequence[str]) -> str:
    return "".join(f'<th scope="col"{"" if each in _WORDS else _NUMBERS}>{each}</th>' for each in titles)


def _cell(number: int | None, style: str = "") -> str:
    if number is None:
        return "<td></td>"
    return f'<td class="n {style}" data-v="{number}">{figures.whole(number)}</td>'


def _time(value: float | None) -> str:
    return "<td></td>" if value is None else f'<td class="n" data-v="{value:.6f}">{figures.seconds(value)}</td>'
