"""Symbolic execution and shape analysis of programs that live on the heap.

for path in symheap.explore("swap.jl", heap="summary"):
    print(path.condition(), path.inputs())
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symheap.api import MODELS, Bounds, Loaded, Path, Run, SourceError, Tally, TargetError, explore, load

__all__ = ["MODELS", "Bounds", "Loaded", "Path", "Run", "SourceError", "Tally", "TargetError", "explore", "load"]


def __getattr__(name: str) -> object:
    """Solvers and all are imported when somebody asks for what needs them, not with the package."""
    if name == "__version__":
        from importlib.metadata import version

        return version("symheap")
    if name in __all__:
        from symheap import api

        return getattr(api, name)
    raise AttributeError(f"module 'symheap' has no attribute {name!r}")
