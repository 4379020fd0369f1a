"""Convert paths to the form of run files, and count stored paths."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from symheap.engine.state import End
from symheap.objects.decisions import PathKey
from symheap.report.explore import text
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.forms import end_form, end_of, picture_form
from symheap.report.explore.path_pictures import final_picture, input_picture
from symheap.report.formats import json
from symheap.solver.api import Statistics
from symheap.store.records import Json, KeptPath, TextPath


def kept(path: Path) -> TextPath:
    """Return a new path as plain data, with all of its texts and pictures."""
    ending, style = text.ending(path)
    before, after = input_picture(path), final_picture(path)
    return TextPath(
        int(path.id),
        str(path.run.exploration.place or ""),
        path.trace.key,
        end_form(path.trace.end),
        path.confirmed,
        json.result(path),
        path.conditions(),
        style,
        ending,
        text.block(path),
        None if before is None else picture_form(before),
        None if after is None else picture_form(after),
    )


@dataclass(frozen=True, slots=True)
class KeptEnd:
    """The parts of a stored path that are needed to count it."""

    end: End
    key: PathKey
    confirmed: bool


def ended(path: KeptPath) -> KeptEnd:
    return KeptEnd(end_of(path.end), path.key, path.confirmed)


def progress_form(run: Explored) -> dict[str, Json]:
    """Return the cost of a run so far."""
    return {
        "statistics": asdict(run.statistics),
        "seconds": run.seconds_before + run.exploration.progress.seconds,
        "frontier": run.exploration.progress.frontier,
        "lines": run.coverage.form(),
        "most": run.exploration.bounds.max_traces,
    }


def restore_progress(run: Explored, form: dict[str, Any]) -> None:
    """Add the stored cost of earlier processes to a run."""
    before = form.get("statistics", {})
    for each in fields(Statistics):
        setattr(run.statistics, each.name, getattr(run.statistics, each.name) + before.get(each.name, 0))
    run.seconds_before = form.get("seconds", 0.0)
    run.coverage.restore(form.get("lines", {}))
