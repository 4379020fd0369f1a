"""Parts of plots as SVG text: scales, axes, boxes.  A style sheet defines the colours by class."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Protocol

from symheap.report.draw.labels import printable


class Scale(Protocol):
    """An axis: maps a value to its position from 0 to 1, and lists the labelled values."""

    def at(self, value: float) -> float: ...

    def ticks(self) -> Sequence[tuple[float, str]]: ...


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear axis from 0 to `high`.  Larger values have a position above 1 and are not drawn."""

    high: float
    steps: int = 5

    def at(self, value: float) -> float:
        return value / self.high

    def ticks(self) -> Sequence[tuple[float, str]]:
        return [(self.high * i / self.steps, f"{self.high * i / self.steps:,.0f}") for i in range(self.steps + 1)]


@dataclass(frozen=True, slots=True)
class Log:
    """A logarithmic axis from 10**low to 10**high.  Smaller values, such as zero, are placed at its beginning."""

    low: int
    high: int
    smaller: bool = False
    """Whether there are values below 10**low; the first label then says so."""

    def at(self, value: float) -> float:
        if value <= 10.0**self.low:
            return 0.0
        return (math.log10(value) - self.low) / (self.high - self.low)

    def ticks(self) -> Sequence[tuple[float, str]]:
        first = ("≤ " if self.smaller else "") + _power(self.low)
        return [
            (10.0**self.low, first),
            *((10.0**power, _power(power)) for power in range(self.low + 1, self.high + 1)),
        ]


def log_over(values: Iterable[float], low: int) -> Log:
    """Return a logarithmic scale from 10**low to the power of ten above all values."""
    known = tuple(values)
    most = max(known, default=1.0)
    high = math.ceil(math.log10(most)) if most > 0 else low
    return Log(low, max(low + 1, high), any(value < 10.0**low for value in known))


def linear_over(most: int, steps: int = 5) -> Linear:
    """Return a linear scale for counts, with whole, round labels."""
    step = next(
        unit * 10**power
        for power in range(len(str(max(most, 1))) + 1)
        for unit in (1, 2, 5)
        if unit * 10**power * steps >= most
    )
    return Linear(step * steps, steps)


def _power(power: int) -> str:
    if power < 0:
        return f"{10.0**power:.{-power}f}"
    unit = {0: "", 1: "k", 2: "M", 3: "G"}.get(power // 3)
    return f"1e{power}" if unit is None else f"{10 ** (power % 3)}{unit}"


@dataclass(frozen=True, slots=True)
class BoxPlot:
    """Tukey's box plot of a sample: quartiles, the last values within 1.5 interquartile ranges, and the outliers."""

    low: float
    first: float
    median: float
    third: float
    high: float
    outliers: tuple[float, ...]


def box(values: Sequence[float]) -> BoxPlot:
    """Return the box of at least one value.  Quartiles are interpolated linearly, on any scale."""
    ordered = sorted(values)
    first, median, third = (_quantile(ordered, part) for part in (0.25, 0.5, 0.75))
    reach = 1.5 * (third - first)
    inside = [value for value in ordered if first - reach <= value <= third + reach]
    outliers = tuple(value for value in ordered if not first - reach <= value <= third + reach)
    return BoxPlot(min(inside), first, median, third, max(inside), outliers)


def _quantile(ordered: Sequence[float], part: float) -> float:
    place = part * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


@dataclass(frozen=True, slots=True)
class Area:
    """The rectangle inside the axes."""

    left: float
    top: float
    wide: float
    high: float

    def x(self, part: float) -> float:
        return self.left + part * self.wide

    def y(self, part: float) -> float:
        return self.top + (1 - part) * self.high


def figure(name: str, wide: float, high: float, title: str, description: str, body: Iterable[str]) -> str:
    """Return a plot with a title and a description for screen readers.  `name` must be unique in the page."""
    return (
        f'<svg class="plot" role="img" aria-labelledby="{name}-title {name}-desc" viewBox="0 0 {wide:g} {high:g}" '
        f'xmlns="http://www.w3.org/2000/svg">\n<title id="{name}-title">{safe(title)}</title>\n'
        f'<desc id="{name}-desc">{safe(description)}</desc>\n' + "\n".join(body) + "\n</svg>"
    )


def vertical_axis(area: Area, scale: Scale, title: str) -> list[str]:
    parts = []
    for value, label in scale.ticks():
        y = area.y(scale.at(value))
        parts.append(line(area.left, y, area.left + area.wide, y, "grid"))
        parts.append(words(area.left - 6, y + 4, label, "tick end"))
    middle = area.top + area.high / 2
    turned = f'<text class="axis middle" transform="translate(14 {middle:.1f}) rotate(-90)">{safe(title)}</text>'
    return [*parts, line(area.left, area.top, area.left, area.top + area.high, "frame"), turned]


def horizontal_axis(area: Area, scale: Scale, title: str) -> list[str]:
    bottom = area.top + area.high
    parts = []
    for value, label in scale.ticks():
        x = area.x(scale.at(value))
        parts.append(line(x, area.top, x, bottom, "grid"))
        parts.append(words(x, bottom + 16, label, "tick middle"))
    parts.append(line(area.left, bottom, area.left + area.wide, bottom, "frame"))
    return [*parts, words(area.left + area.wide / 2, bottom + 34, title, "axis middle")]


def upright_box(area: Area, scale: Scale, centre: float, wide: float, sample: BoxPlot, style: str) -> list[str]:
    """Draw a box with whiskers and outliers.  Values beyond the scale are left out, and the box is cut there."""
    half_width = wide / 2
    y = {name: area.y(min(scale.at(getattr(sample, name)), 1)) for name in ("low", "first", "median", "third", "high")}
    parts = [
        line(centre, y["low"], centre, y["first"], f"whisker {style}"),
        line(centre, y["third"], centre, y["high"], f"whisker {style}"),
        line(centre - half_width / 2, y["low"], centre + half_width / 2, y["low"], f"whisker {style}"),
        f'<rect class="box {style}" x="{centre - half_width:.1f}" y="{y["third"]:.1f}" width="{wide:.1f}" '
        f'height="{max(y["first"] - y["third"], 1):.1f}"/>',
    ]
    if scale.at(sample.high) <= 1:
        parts.append(line(centre - half_width / 2, y["high"], centre + half_width / 2, y["high"], f"whisker {style}"))
    if scale.at(sample.median) <= 1:
        parts.append(line(centre - half_width, y["median"], centre + half_width, y["median"], f"median {style}"))
    parts += [
        f'<circle class="outlier {style}" cx="{centre:.1f}" cy="{area.y(scale.at(value)):.1f}" r="3"/>'
        for value in sample.outliers
        if scale.at(value) <= 1
    ]
    return parts


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line class="{style}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def words(x: float, y: float, text: str, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{safe(text)}</text>'


def steps_between(scale: Log, per_decade: int) -> list[tuple[float, float]]:
    """Return the borders of a histogram's bins on a logarithmic scale."""
    count = (scale.high - scale.low) * per_decade
    return [*pairwise(10.0 ** (scale.low + i / per_decade) for i in range(count + 1))]


def safe(text: str) -> str:
    """Escape any text for XML and HTML, between tags or in double quotes."""
    return escape(printable(text))
