"""The tables and plots of a study's page, as plain data.

A plot is a drawing with its own colours, because the page shows it as an image.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from symheap.bench.ratios import Ratio
from symheap.bench.report import figures, plots
from symheap.bench.row import Row
from symheap.bench.sums import Claim, Line, Sum, Sums
from symheap.report.draw.colours import themed
from symheap.store.records import Json

_EXACT: Final = 2**53
"""The largest integer that every JSON reader keeps exactly."""
_PAPER: Final = themed(".plot .paper { fill: $paper; }\n")
_MOST_REASONS: Final = 3

Cells = list[Json]


def page(sums: Sums) -> dict[str, Json]:
    tables = [*_tables(sums)] if sums.rows else []
    return {"title": sums.study.title, "tables": tables, "plots": [*_plots(sums)] if sums.rows else []}


def table(caption: str, head: Sequence[str], rows: Sequence[Cells], words: Sequence[str]) -> Json:
    """Return a table.  `words` are the columns without numbers."""
    numeric: list[Json] = [title not in words for title in head]
    return {"caption": caption, "head": [*head], "rows": [*rows], "numeric": numeric}


def _number(value: int) -> Json:
    return value if value < _EXACT else figures.whole(value)


def _seconds(value: float) -> Json:
    return round(value, 3)


# Tables ---------------------------------------------------------------------------------------------------------------


def _tables(sums: Sums) -> Iterator[Json]:
    yield _models(sums)
    if sums.ratios is not None:
        labelled = {
            "where both ended": sums.ratios.both_ended,
            "by the paper's rule": sums.ratios.as_printed,
            "at least, wherever pose ended": sums.ratios.lower_bound,
            "the paper": sums.ratios.printed,
        }
        rows = [_ratio(words, ratio) for words, ratio in labelled.items() if ratio is not None]
        head = ("counted", "methods", "pose", "lazy", "ratio")
        yield table("Traces of lazy initialization and of POSE", head, rows, ("counted",))
    if sums.broken:
        broken: list[Cells] = [[each.method, each.law, each.numbers] for each in sums.broken]
        yield table("Laws that do not hold", ("method", "law", "numbers"), broken, ("method", "law", "numbers"))
    yield from (_classes(sums, heap) for heap in sums.heaps)
    yield _methods(sums)


def _models(sums: Sums) -> Json:
    head = ("model", "methods", "ended", "outcomes", "traces", "paths", "tokens", "query s", "total s", "spared")
    rows: list[Cells] = []
    for heap in sums.heaps:
        every = sums.whole[heap].all
        spared = figures.share(every.share_spared)
        counts: Cells = [every.methods, every.ended, figures.outcome_counts(every)]
        rows.append([heap, *counts, every.traces, every.paths, *_costs(every), spared])
    return table("Models; spared: decisions without a solver", head, rows, ("model", "outcomes"))


def _costs(total: Sum) -> Cells:
    return [_number(total.cost.tree_tokens), _seconds(total.cost.seconds), _seconds(total.seconds)]


def _ratio(words: str, ratio: Ratio) -> Cells:
    return [words, ratio.methods, ratio.pose, ratio.lazy, figures.to_one(ratio)]


def _classes(sums: Sums, heap: str) -> Json:
    beside = sums.whole[heap].claim is not None
    paper = [f"{name}, paper" if is_paper else name for name in _COLUMNS for is_paper in (False, True)]
    tests = ("tests", "test s") if sums.tested else ()
    head = ("class", *(paper if beside else _COLUMNS), *tests, "ended", "of", "in the way")
    rows = [_class(line, beside=beside, tested=sums.tested) for line in sums.lines[heap]]
    return table(f"Classes under {heap}", head, rows, ("class", "in the way"))


_COLUMNS: Final = ("traces", "tokens", "query s", "total s")


def _class(line: Line, *, beside: bool, tested: bool) -> Cells:
    ours = line.compared
    own: Cells = [ours.traces, *_costs(ours)]
    theirs = [None] * len(own) if line.claim is None else _claimed(line.claim)
    numbers = [cell for pair in zip(own, theirs, strict=True) for cell in pair] if beside else own
    reasons = "; ".join(filter(None, (figures.part_run(line), figures.obstacles(line.all, most=_MOST_REASONS))))
    made: Cells = [ours.tests.made if ours.tests is not None else None, figures.test_seconds(ours)] if tested else []
    return [line.name, *numbers, *made, line.all.ended, line.all.methods, reasons]


def _claimed(claim: Claim) -> Cells:
    return [
        claim.traces,
        _number(claim.tokens),
        figures.printed_seconds(claim, "query_seconds"),
        figures.printed_seconds(claim, "test_seconds"),
    ]


def _methods(sums: Sums) -> Json:
    head = ("method", "model", "outcome", "traces", "paths", "tokens", "queries", "query s", "total s", "why")
    return table("Methods", head, [_method(row) for row in sums.rows], ("method", "model", "outcome", "why"))


def _method(row: Row) -> Cells:
    cost = row.cost
    counts: Cells = [row.traces, row.paths, _number(cost.tree_tokens), cost.queries]
    why = "; ".join(row.reasons)
    return [row.method, row.heap, row.outcome.value, *counts, _seconds(cost.seconds), _seconds(row.seconds), why]


# Plots ----------------------------------------------------------------------------------------------------------------


def _plots(sums: Sums) -> Iterator[Json]:
    yield _plot("Traces per class", plots.traces(sums))
    yield _plot("Query time per class, up to 5,000 s", plots.query_excerpt(sums))
    yield _plot("Query time per class, on a logarithmic scale", plots.query_log(sums))
    for heap in sums.heaps:
        if sums.whole[heap].claim is not None:
            yield _plot(f"Traces per class under {heap}, ours against printed", plots.scatter(sums, heap))
        yield _plot(f"How many methods took how long under {heap}, by outcome", plots.histogram(sums, heap))


def _plot(caption: str, drawing: str) -> Json:
    head, rest = drawing.split("\n", 1)
    style = f'<style>{plots.STYLE}{_PAPER}</style>\n<rect class="paper" width="100%" height="100%"/>'
    return {"caption": caption, "svg": f"{head}\n{style}\n{rest}"}
