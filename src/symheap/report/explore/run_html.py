"""A run and its paths as pieces of HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.report.explore import shown
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.text import ending, findings, summary

_ROWS = 50
"""So many paths have a line of their own."""


def path_html(path: Path) -> str:
    """How a path ends, when it is taken, and its two heaps."""
    words, style = ending(path)
    doubt = "" if path.confirmed else " (not confirmed: no solver could say whether it is possible)"
    parts = [f"<div><b>path {shown.text(path.id)}</b>: {shown.styled(words, style)}{doubt}</div>"]
    parts.append(shown.listed("when", path.conditions() or ("always",)))
    drawings = (("for example", path.input_drawing()), ("at the end", path.final_drawing()))
    parts += [shown.figure(drawing.svg(), name) for name, drawing in drawings if drawing is not None]
    return f'<div class="symheap-path">{"".join(parts)}</div>'


def run_html(run: Explored, paths: Sequence[Path]) -> str:
    """The paths that are known, one a line, and what they come to."""
    rows = [(path.id, ending(path)[0], path.condition()) for path in paths[:_ROWS]]
    more = f"<div>and {len(paths) - _ROWS} more</div>" if len(paths) > _ROWS else ""
    whole = findings(run) + summary(run) if run.finished else "under way: iterate over the run to go on with it"
    return (
        f'<div class="symheap-run"><div><b>{shown.text(run.target)}</b>, heap model {shown.text(run.heap)}</div>'
        f"{shown.table(('path', 'ends', 'when'), rows)}{more}<pre>{shown.text(whole)}</pre></div>"
    )
