"""The page that compares programs under several heap models: a table and bar charts for each program."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from symheap.page.model import FORMAT
from symheap.report.draw.charts import Area, Log, figure, horizontal_axis, log_over, safe, words
from symheap.report.draw.colours import themed
from symheap.report.explore.explored import Explored
from symheap.report.explore.table import HEAD, agree, row
from symheap.store.records import Document

_WIDE, _BAR, _GAP, _LEFT, _RIGHT, _HEAD, _FOOT = 560.0, 18.0, 8.0, 80.0, 70.0, 12.0, 44.0
_STYLE: Final = themed("""
text { font: 12px system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; fill: $text; }
.tick { font-size: 11px; fill: $faint; }
.middle { text-anchor: middle; } .end { text-anchor: end; } .grid { stroke: $edge; stroke-width: 0.6; }
.frame { stroke: $faint; } .bar { fill: $accent; } .bar.stopped { fill: $second; }
""")


def comparison_model(
    target: str, compared: Sequence[tuple[str, Sequence[Explored]]], status: int, settings: Mapping[str, object]
) -> Document:
    """Return the model of the page.

    `compared` are the programs with one run for each heap model; `status` is the overall status.
    """
    return {
        "format": FORMAT,
        "run": {
            "id": "",
            "command": "compare",
            "target": target,
            "arguments": [],
            "state": "finished",
            "status": status,
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": round(sum(run.seconds for _, runs in compared for run in runs), 3),
            "settings": {name: _plain(value) for name, value in settings.items()},
            "versions": {},
            "progress": None,
        },
        "sources": [],
        "findings": [
            _finding(number, name, runs) for number, (name, runs) in enumerate(compared) if agree(runs) is False
        ],
        "subjects": [_subject(number, name, runs) for number, (name, runs) in enumerate(compared)],
    }


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _finding(number: int, name: str, runs: Sequence[Explored]) -> Document:
    message = f"the models disagree on the paths of {name}: {', '.join(f'{r.heap} {r.tally.paths}' for r in runs)}"
    place = {"file": name.partition("::")[0], "line": 0, "column": 0}
    return {
        "kind": "disagreement",
        "message": message,
        **place,
        "severity": "error",
        "subject": number,
        "path": None,
        "replayed": [],
    }


def _subject(number: int, name: str, runs: Sequence[Explored]) -> Document:
    verdict = {True: "all models see the same paths", False: "the models DISAGREE on the paths", None: "not known"}
    caption = f"{name}: {verdict[agree(runs)]}"
    head = list(HEAD)
    rows = [list(row(run)) for run in runs]
    numeric = [0 < i < len(head) - 1 for i in range(len(head))]
    plots = [
        _bars(runs, "traces", [float(run.tally.total) for run in runs], 0),
        _bars(runs, "queries", [float(run.statistics.queries) for run in runs], 0),
        _bars(runs, "seconds", [run.seconds for run in runs], -3),
    ]
    return {
        "number": number,
        "kind": "comparison",
        "target": name,
        "title": name,
        "agree": agree(runs),
        "tables": [{"caption": caption, "head": head, "rows": rows, "numeric": numeric}],
        "plots": plots,
    }


def _bars(runs: Sequence[Explored], what: str, values: Sequence[float], low: int) -> Document:
    """Draw one bar per model on a logarithmic scale.  Models that were stopped have another colour."""
    high = len(runs) * (_BAR + _GAP)
    area = Area(_LEFT, _HEAD, _WIDE - _LEFT - _RIGHT, high)
    scale: Log = log_over(values, low)
    body = [f"<style>{_STYLE}</style>", *horizontal_axis(area, scale, f"{what} (log)")]
    for number, (run, value) in enumerate(zip(runs, values, strict=True)):
        top = _HEAD + number * (_BAR + _GAP) + _GAP / 2
        wide = max(scale.at(value), 0.0) * area.wide
        style = "bar stopped" if run.stopped is not None else "bar"
        body.append(f'<rect class="{style}" x="{_LEFT:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{_BAR:.1f}"/>')
        body.append(words(_LEFT - 6, top + _BAR - 5, run.heap, "end"))
        shown = f"{value:,.0f}" if low == 0 else f"{value:.3g}"
        body.append(words(_LEFT + wide + 5, top + _BAR - 5, shown, "tick"))
    description = ", ".join(f"{run.heap} {value:.3g}" for run, value in zip(runs, values, strict=True))
    name = f"{what}-{time.perf_counter_ns():x}"
    drawing = figure(name, _WIDE, _HEAD + high + _FOOT, f"{what} by heap model", description, body)
    return {"caption": safe(f"{what} by heap model (logarithmic)"), "svg": drawing}
