"""The heaps of a path as pictures."""

from __future__ import annotations

from symheap.heap.picture import Picture
from symheap.report.concrete import picture_of
from symheap.report.run import Path


def input_picture(path: Path) -> Picture | None:
    heap = path.inputs()
    return None if heap is None else picture_of(heap, path.run.input_types(), notation=path.run.notation)


def final_picture(path: Path) -> Picture | None:
    return None
