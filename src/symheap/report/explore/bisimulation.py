"""Show a pair of related states: the map h of locations, and both heaps."""

from __future__ import annotations

import textwrap

from symheap.heap.api import HeapModel
from symheap.heap.lazy.state import LazyHeap
from symheap.heap.summary.state import SummaryHeap
from symheap.lang.javalite.state import MachineState
from symheap.report.draw.ascii import draw_picture
from symheap.report.explore.machine import control, picture, section


def describe(
    h: dict[str, str],
    lazy: tuple[MachineState[LazyHeap], HeapModel[LazyHeap]],
    summary: tuple[MachineState[SummaryHeap], HeapModel[SummaryHeap]],
) -> str:
    """Return h from the objects of the lazy heap to the locations of the summary, and the two heaps below it."""
    lines = [
        *section("control", [control(lazy[0])]),
        *section("h", [f"object of {one} ↦ {other}" for one, other in h.items()] or ["empty"]),
        "  lazy heap",
        textwrap.indent(draw_picture(picture(*lazy)), "    "),
        "  summary",
        textwrap.indent(draw_picture(picture(*summary)), "    "),
    ]
    return "\n".join(lines) + "\n"
