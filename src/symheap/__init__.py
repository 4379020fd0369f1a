"""Symbolic execution and shape analysis of programs that live on the heap.

    for path in symheap.explore("swap.jl", heap="summary"):
        print(path.condition(), path.inputs())

    print(symheap.prove("queue.c").verdict)

`__all__` is the stable interface; docs/api.md describes it.
"""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING, Final

logging.getLogger(__name__).addHandler(logging.NullHandler())

if TYPE_CHECKING:
    from symheap.api import (
        MODELS,
        Bounds,
        Comparison,
        Finding,
        Findings,
        HeapDrawing,
        JavaOptions,
        Loaded,
        Path,
        Position,
        Run,
        SourceError,
        Tally,
        TargetError,
        compare,
        explore,
        explore_all,
        load,
        load_all,
    )
    from symheap.api.checking import Check, check
    from symheap.api.proved import Proof, ProofFinding, Round, prove
    from symheap.api.resumed import Resumed, resume
    from symheap.api.tested import Tests, test

    __version__: str

__all__ = [
    "MODELS",
    "Bounds",
    "Check",
    "Comparison",
    "Finding",
    "Findings",
    "HeapDrawing",
    "JavaOptions",
    "Loaded",
    "Path",
    "Position",
    "Proof",
    "ProofFinding",
    "Resumed",
    "Round",
    "Run",
    "SourceError",
    "Tally",
    "TargetError",
    "Tests",
    "check",
    "compare",
    "explore",
    "explore_all",
    "load",
    "load_all",
    "prove",
    "resume",
    "test",
]

_HOMES: Final = {
    **dict.fromkeys(("Proof", "ProofFinding", "Round", "prove"), "symheap.api.proved"),
    **dict.fromkeys(("Check", "check"), "symheap.api.checking"),
    **dict.fromkeys(("Resumed", "resume"), "symheap.api.resumed"),
    **dict.fromkeys(("Tests", "test"), "symheap.api.tested"),
}


if not TYPE_CHECKING:  # type checkers report unknown names as errors

    def __getattr__(name: str) -> object:
        """Import a module on first use of its names, so that importing the package loads no solver."""
        if name == "__version__":
            from importlib.metadata import version

            return version("symheap")
        if name in __all__:
            return getattr(import_module(_HOMES.get(name, "symheap.api")), name)
        raise AttributeError(f"module 'symheap' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
