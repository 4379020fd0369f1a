"""The public interface for programs over objects; that for C is in `symheap.api.proved`.  Users import `symheap`.

The two are separate so that exploring does not import the analysis of C.
"""

from __future__ import annotations

from symheap.api.comparing import Comparison, compare
from symheap.api.exploring import explore, explore_all, load, load_all
from symheap.core.source import Position, SourceError
from symheap.engine.bounds import Bounds
from symheap.heap.registry import MODELS
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded, TargetError
from symheap.report.explore.explored import Path
from symheap.report.explore.findings import Finding, Findings
from symheap.report.explore.shown import HeapDrawing
from symheap.report.explore.tally import Tally
from symheap.session.run import Run

__all__ = [
    "MODELS",
    "Bounds",
    "Comparison",
    "Finding",
    "Findings",
    "HeapDrawing",
    "JavaOptions",
    "Loaded",
    "Path",
    "Position",
    "Run",
    "SourceError",
    "Tally",
    "TargetError",
    "compare",
    "explore",
    "explore_all",
    "load",
    "load_all",
]
