"""Show one state of the Javalite machine as text, and its heap as a picture."""

from __future__ import annotations

import textwrap
from typing import Any

from symheap.core.outcome import Returned, Threw
from symheap.core.printing import infix
from symheap.heap.api import HeapModel
from symheap.heap.picture import Picture
from symheap.lang.javalite.kontinuation import frames, show_cell, show_frame
from symheap.lang.javalite.show import show
from symheap.lang.javalite.state import Computed, Ended, MachineState, reference
from symheap.report.draw.ascii import draw_picture
from symheap.report.draw.labels import printable

_DEPTH = 3
_FRAMES = 12
AWAITED = "*"


def picture(state: MachineState[Any], model: HeapModel[Any]) -> Picture:
    """Return the heap from the variables and from the current value, which is called ``*`` as in the papers' frames."""
    roots = tuple(sorted(state.environment.items()))
    if isinstance(state.control, Computed) and reference(state.control.value) is not None:
        roots = (*roots, (AWAITED, state.control.value))
    return model.picture(state.heap, roots)


def describe(state: MachineState[Any], model: HeapModel[Any]) -> str:
    """Return control, environment, kontinuation, path condition and heap: ``(L R φ_g η e k)``."""
    bindings = [f"{name} → {show_cell(cell)}" for name, cell in sorted(state.environment.items())]
    waiting = _waiting(state)
    conditions = [infix(term, 300) for term in state.path.conjuncts()]
    lines = [
        *section("control", [control(state)]),
        *section("environment", bindings or ["empty"]),
        *section("continuation", [*waiting, "end"]),
        *section("path", conditions or ["true"]),
        "  heap",
        textwrap.indent(draw_picture(picture(state, model)), "    "),
    ]
    return "\n".join(lines) + "\n"


def _waiting(state: MachineState[Any]) -> list[str]:
    """Return only the innermost frames of the kontinuation: a deep recursion would fill the page at every step."""
    shown: list[str] = []
    more = 0
    for frame in frames(state.kontinuation):
        if len(shown) < _FRAMES:
            shown.append(show_frame(frame))
        else:
            more += 1
    return [*shown, f"… and {more} more"] if more else shown


def control(state: MachineState[Any]) -> str:
    if isinstance(state.control, Computed):
        return f"value {show_cell(state.control.value)}"
    if isinstance(state.control, Ended):
        return ended(state)
    return show(state.control, _DEPTH)


def ended(state: MachineState[Any], *, unit: bool = False) -> str:
    """Describe the end of the path; an empty text if it continues.  `unit`: its result has the unit type."""
    end = state.end
    if end is None:
        return ""
    if isinstance(end, Returned):
        return f"returns {'unit' if unit else show_cell(end.value)}"
    if isinstance(end, Threw):
        return f"{end.error.value} error at {end.position}" + (f" ({end.detail})" if end.detail else "")
    return f"cut by {end.bound.value} at {end.position}"


def section(title: str, lines: list[str]) -> list[str]:
    """Return lines with a title before the first."""
    heads = [f"  {title:<13}", *[" " * 15] * (len(lines) - 1)]
    return [f"{head} {printable(line)}" for head, line in zip(heads, lines, strict=True)]
