"""The plots of a study: the paper's Fig. 6, our numbers against the printed ones, and the times of the methods.

Drawings are self-contained SVG; `STYLE` has their colours for the light and the dark theme.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from symheap.bench.report import figures
from symheap.bench.row import RowOutcome
from symheap.bench.sums import CLASSIC, PAPERS, Claim, Line, Sum, Sums
from symheap.report.draw.charts import (
    Area,
    Log,
    Scale,
    box,
    figure,
    horizontal_axis,
    line,
    linear_over,
    log_over,
    safe,
    steps_between,
    upright_box,
    vertical_axis,
    words,
)
from symheap.report.draw.colours import themed

_EXCERPT: Final = 5000
"""The paper's Fig. 6 (b) shows query times from 0 to 5,000 seconds."""

_OUTCOMES: Final = {
    "complete": "accent",
    "cut": "cut",
    "unknown": "unknown",
    "unsupported": "unsupported",
    "time": "bad",
    "memory": "thrown",
    "failed": "failed",
    "missing": "missing",
}
"""The colours of the outcomes."""
_MODELS: Final = {"pose": "accent", "lazy": "second", "other": "good"}
_RULES: Final = "\n".join(
    [
        *(f".plot .{name} {{ stroke: ${colour}; fill: ${colour}; }}" for name, colour in _MODELS.items()),
        *(f".plot .bar.{name} {{ fill: ${colour}; }}" for name, colour in _OUTCOMES.items()),
    ]
)

STYLE: Final = themed(f"""
.plot {{ font-family: system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif; }}
.plot text {{ font-size: 12px; }} .plot .tick, .plot .note {{ font-size: 11px; }}
.plot .middle {{ text-anchor: middle; }} .plot .end {{ text-anchor: end; }}
.plot .grid {{ stroke-width: 0.6; }} .plot .frame {{ stroke-width: 1; }}
.plot .whisker {{ stroke-width: 1.3; }}
.plot .box {{ stroke-width: 1.3; }}
.plot .median {{ stroke-width: 2.6; }}
.plot .diagonal {{ stroke-width: 1; stroke-dasharray: 4 3; }} .plot .band {{ fill-opacity: 0.18; }}
.plot text {{ fill: $text; }} .plot .tick, .plot .note {{ fill: $faint; }}
.plot .grid {{ stroke: $edge; }} .plot .frame, .plot .diagonal {{ stroke: $faint; }}
.plot .band {{ fill: $faint; }}
{_RULES}
.plot .ours.box {{ fill-opacity: 0.55; }} .plot .printed.box {{ fill-opacity: 0.1; stroke-dasharray: 4 2; }}
.plot .ours.outlier, .plot .dot {{ fill-opacity: 0.6; }} .plot .printed.outlier, .plot .dot.open {{ fill: none; }}
""")


@dataclass(frozen=True, slots=True)
class Series:
    """One box: the source of the numbers, the model, and one value for each class."""

    heap: str
    source: str
    values: tuple[float, ...]

    @property
    def style(self) -> str:
        return f"{self.heap if self.heap in (PAPERS, CLASSIC) else 'other'} {self.source}"


def traces(sums: Sums) -> str:
    """Draw Fig. 6 (a): traces per class, on a logarithmic scale."""
    series = _series(sums, lambda total: float(total.traces), lambda claim: float(claim.traces))
    scale = log_over((value for each in series for value in each.values), 0)
    return _boxes("traces", "Traces per class", series, scale, "traces (log)")


def query_excerpt(sums: Sums) -> str:
    """Draw Fig. 6 (b): query seconds per class, in the range that the paper shows."""
    scale = linear_over(_EXCERPT)
    return _boxes("query-excerpt", "Query time per class, up to 5,000 s", _query_series(sums), scale, "seconds")


def query_log(sums: Sums) -> str:
    """Draw Fig. 6 (b) on a logarithmic scale, so that small times are visible."""
    series = _query_series(sums)
    scale = log_over((value for each in series for value in each.values), -3)
    return _boxes("query-log", "Query time per class", series, scale, "seconds (log)")


def _query_series(sums: Sums) -> list[Series]:
    return _series(sums, lambda total: total.cost.seconds, lambda claim: claim.query_seconds)


def _series(sums: Sums, ours: Callable[[Sum], float], printed: Callable[[Claim], float]) -> list[Series]:
    """Return our series and the printed one for each model, over the classes of the printed table, or over all classes.

    The printed series covers only the classes that were run.
    """
    series: list[Series] = []
    for heap in sums.heaps:
        lines = _compared(sums, heap)
        values = tuple(ours(each.kept if sums.study.printed else each.all) for each in lines)
        claims = tuple(printed(each.claim) for each in lines if each.claim is not None)
        series += [Series(heap, "ours", values)] if values else []
        series += [Series(heap, "printed", claims)] if claims else []
    return series


def _compared(sums: Sums, heap: str) -> list[Line]:
    return [
        line
        for line in sums.lines[heap]
        if not sums.study.printed or (line.name in sums.study.printed and line.is_whole)
    ]


def _boxes(name: str, title: str, series: Sequence[Series], scale: Scale, unit: str) -> str:
    wide, high = 130.0 + 90.0 * max(len(series), 2), 330.0
    area = Area(64, 16, wide - 80, high - 70)
    body = vertical_axis(area, scale, unit)
    descriptions: list[str] = []
    for i, each in enumerate(series):
        sample = box(each.values)
        centre = area.x((i + 0.5) / len(series))
        numbers = " / ".join(f"{value:,.3g}" for value in (sample.first, sample.median, sample.third))
        descriptions.append(f"{each.heap}, {each.source}: {numbers} ({len(each.values)} classes)")
        body += [f"<g><title>{safe(descriptions[-1])}</title>"]
        body += [*upright_box(area, scale, centre, 44, sample, each.style), "</g>"]
        body += [words(centre, area.top + area.high + 18, each.heap, "middle")]
        body += [words(centre, area.top + area.high + 33, each.source, "note middle")]
        beyond = sum(scale.at(value) > 1 for value in each.values)
        if beyond:
            body.append(words(centre, area.top - 4, f"{beyond} above", "note middle"))
    body.append(line(area.left, area.y(0), area.left + area.wide, area.y(0), "frame"))
    description = "Boxplots; quartiles: " + "; ".join(descriptions) if descriptions else "Nothing to show."
    return figure(name, wide, high, title, description, body)


# Ours against printed -------------------------------------------------------------------------------------------------


def scatter(sums: Sums, heap: str) -> str:
    """Draw the traces of each class, ours against printed, with the diagonal and a band of 10 % around it."""
    lines = [each for each in _compared(sums, heap) if each.claim is not None]
    points = [(float(each.claim.traces), float(each.kept.traces), each) for each in lines if each.claim is not None]
    scale = log_over((value for x, y, _ in points for value in (x, y)), 0)
    area = Area(64, 12, 420, 420)
    body = [*vertical_axis(area, scale, "traces, ours (log)"), *horizontal_axis(area, scale, "traces, printed (log)")]
    body += _diagonal(area, scale)
    for x, y, each in points:
        ended = each.settled
        tip = f"{each.name}: {y:,.0f}, printed {x:,.0f}" + ("" if ended else ", not all methods ended")
        style = "pose" if heap == PAPERS else "lazy"
        body.append(
            f'<circle class="dot {style}{"" if ended else " open"}" cx="{area.x(scale.at(x)):.1f}" '
            f'cy="{area.y(scale.at(y)):.1f}" r="4"><title>{safe(tip)}</title></circle>'
        )
    body += _names(area, scale, points)
    near = sum(each.differs is False for each in lines)
    description = f"{near} of {len(lines)} classes within a tenth. Hollow: not all of the paper's methods ended."
    return figure(
        f"scatter-{heap}", 500, 480, f"Traces per class under {heap}, ours against printed", description, body
    )


def _diagonal(area: Area, scale: Log) -> list[str]:
    tenth = math.log10(1.1) / (scale.high - scale.low)
    corners = [(0, 0), (0, tenth), (1 - tenth, 1), (1, 1), (1, 1 - tenth), (tenth, 0)]
    shape = " ".join(f"{area.x(x):.1f},{area.y(y):.1f}" for x, y in corners)
    return [
        f'<polygon class="band" points="{shape}"/>',
        line(area.x(0), area.y(0), area.x(1), area.y(1), "diagonal"),
    ]


def _names(area: Area, scale: Log, points: Sequence[tuple[float, float, Line]]) -> Iterator[str]:
    """Yield the names of the classes furthest from the diagonal that overlap neither each other nor a dot."""
    dots = [(area.x(scale.at(x)), area.y(scale.at(y))) for x, y, _ in points]
    taken = [(x - 4, x + 4, y + 4) for x, y in dots]
    for x, y, each in sorted(points, key=lambda point: -abs(scale.at(point[0]) - scale.at(point[1])))[:16]:
        name = figures.simple(each.name)
        long, down = 6.2 * len(name), area.y(scale.at(y)) + 4
        left = area.x(scale.at(x)) + 7
        if left + long > area.left + area.wide:
            left -= long + 14
        if all(abs(down - other) > 11 or left > end or left + long < start for start, end, other in taken):
            taken.append((left, left + long, down))
            yield words(left, down, name, "note")


# Durations of methods -------------------------------------------------------------------------------------------------


def histogram(sums: Sums, heap: str) -> str:
    """Draw the number of methods by duration and outcome."""
    rows = [row for row in sums.rows if row.heap == heap]
    scale = log_over((row.seconds for row in rows), -2)
    bins = [Counter[RowOutcome]() for _ in steps_between(scale, 4)]
    for row in rows:
        bins[min(int(scale.at(row.seconds) * len(bins)), len(bins) - 1)][row.outcome] += 1
    heights = linear_over(max((each.total() for each in bins), default=1))
    area = Area(64, 34, 560, 270)
    body = [*vertical_axis(area, heights, "methods"), *horizontal_axis(area, scale, "seconds (log)")]
    for i, ((low, high), counts) in enumerate(zip(steps_between(scale, 4), bins, strict=True)):
        left, right = area.x(i / len(bins)) + 0.5, area.x((i + 1) / len(bins)) - 0.5
        below = 0
        for outcome in (each for each in RowOutcome if each in counts):
            bottom, top = (area.y(heights.at(count)) for count in (below, below + counts[outcome]))
            below += counts[outcome]
            tip = f"{counts[outcome]} {outcome.value}, {low:.3g} to {high:.3g} s"
            body.append(
                f'<rect class="bar {outcome.value}" x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
                f'height="{bottom - top:.1f}"><title>{safe(tip)}</title></rect>'
            )
    total = sums.whole[heap].all
    body += _legend(total)
    return figure(f"seconds-{heap}", 640, 350, f"Seconds per method under {heap}", figures.outcome_counts(total), body)


def _legend(total: Sum) -> Iterator[str]:
    left = 64.0
    for outcome in (each for each in RowOutcome if each in total.outcomes):
        text = f"{outcome.value} {total.outcomes[outcome]}"
        yield f'<rect class="bar {outcome.value}" x="{left:.1f}" y="8" width="10" height="10"/>'
        yield words(left + 14, 17, text, "note")
        left += 26 + 6.2 * len(text)
