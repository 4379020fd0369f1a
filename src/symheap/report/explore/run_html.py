"""Runs and paths as HTML fragments, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.report.explore import shown
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.text import ending, findings, summary

_ROWS = 50
"""The number of paths that are listed."""


def path_html(path: Path) -> str:
    """Return the end of a path, its condition, its example before and after the run, and its symbolic heap."""
    words, style = ending(path)
    doubt = "" if path.confirmed else " (not confirmed: no solver could say whether it is possible)"
    parts = [f"<div><b>path {shown.text(path.id)}</b>: {shown.styled(words, style)}{doubt}</div>"]
    parts.append(shown.listed("when", path.conditions() or ("always",)))
    drawings = (("for example", path.heaps_drawing()), ("the symbolic heap at the end", path.final_drawing()))
    parts += [shown.figure(drawing.svg(), name) for name, drawing in drawings if drawing is not None]
    return f'<div class="symheap-path">{"".join(parts)}</div>'


def run_html(run: Explored, paths: Sequence[Path]) -> str:
    """Return the known paths, one per line, and the totals."""
    rows = [(path.id, ending(path)[0], path.condition()) for path in paths[:_ROWS]]
    more = f"<div>and {len(paths) - _ROWS} more</div>" if len(paths) > _ROWS else ""
    whole = findings(run) + summary(run) if run.finished else "under way: iterate over the run to continue it"
    return (
        f'<div class="symheap-run"><div><b>{shown.text(run.target)}</b>, heap model {shown.text(run.heap)}</div>'
        f"{shown.table(('path', 'ends', 'when'), rows)}{more}<pre>{shown.text(whole)}</pre></div>"
    )
