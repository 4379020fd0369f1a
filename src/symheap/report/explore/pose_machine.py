"""Show one configuration of POSE's machine as text, and its heap as a picture."""

from __future__ import annotations

from typing import Any

from symheap.core.outcome import Returned, Threw
from symheap.heap.api import HeapModel
from symheap.heap.picture import Picture
from symheap.lang.pose.machine.show import show_context, show_heap, show_path, show_redex, show_value
from symheap.lang.pose.machine.state import Configuration, Place, reference
from symheap.report.draw.labels import printable

AWAITED = "*"


def picture(at: Configuration, model: HeapModel[Any]) -> Picture:
    """Return the heap from the inputs and variables; the first operand of the redex is called ``*``."""
    names = dict(at.symbols)
    first: tuple[tuple[str, Any], ...] = ()
    if isinstance(at.at, Place):
        names |= dict(at.at.scope)
        first = tuple((AWAITED, value) for value in at.at.values[:1])
    roots = tuple(pair for pair in (*sorted(names.items()), *first) if reference(pair[1]) is not None)
    return model.picture(at.heap, roots)


def describe(at: Configuration, model: HeapModel[Any]) -> str:
    """Return the redex, the context, Σ and H."""
    redex = show_redex(at.at) if isinstance(at.at, Place) else ended(at)
    lines = [
        *_section("η", [redex]),
        *_section("in E", [show_context(at.context)]),
        *_section("Σ", show_path(at) or ["∅"]),
        *_section("H", show_heap(at.heap) or ["∅"]),
    ]
    return "\n".join(lines) + "\n"


def ended(at: Configuration, *, unit: bool = False) -> str:
    """Describe the end of the path; an empty text if it continues."""
    end = at.end
    if end is None:
        return ""
    if isinstance(end, Returned):
        return f"returns {show_value(end.value)}"
    if isinstance(end, Threw):
        return f"{end.error.value} error at {end.position}" + (f" ({end.detail})" if end.detail else "")
    return f"cut by {end.bound.value} at {end.position}"


def _section(title: str, lines: list[str]) -> list[str]:
    heads = [f"  {title:<5}", *[" " * 7] * (len(lines) - 1)]
    return [f"{head} {printable(line)}" for head, line in zip(heads, lines, strict=True)]
