"""The options that choose a heap model, and those that only some models have."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.options import option
from symheap.heap.extent import BOUNDED
from symheap.heap.registry import MODELS


@dataclass(frozen=True)
class Heaps:
    """The heap model, or those to compare."""

    heap: str = option("pose", "Heap model.", choices=MODELS, noun="heap model")
    heaps: tuple[str, ...] = option(
        tuple(MODELS),
        "Heap models to compare.",
        flags=("--heap",),
        metavar="MODEL,MODEL,…",
        separator=",",
        choices=MODELS,
        shown="all five",
        items=f"names out of {', '.join(MODELS)}",
    )
    consistency: bool = option(False, "With --heap summary: drop paths on which a reference has no location.")
    max_input_objects: int | None = option(
        None,
        "With lazy, lazier or lazier#: input objects before a path is cut, the receiver included.",
        shown="no limit",
    )
    max_chain: int | None = option(
        None,
        "With lazy, lazier or lazier#: references from an input to an object before a path is cut.",
        shown="no limit",
        least=0,
    )

    def misfit(self) -> str:
        """Return why an option does not go with the heap model; an empty text if all do."""
        if self.consistency and self.heap != "summary":
            return "consistency is known by the heap model summary only: choose it with --heap summary"
        if (self.max_input_objects is not None or self.max_chain is not None) and self.heap not in BOUNDED:
            return f"the input heap is bounded where its objects are chosen: with --heap {', '.join(BOUNDED)}"
        return ""
