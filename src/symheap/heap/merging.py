"""The answer of a heap model that is asked to merge two heaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from symheap.core.terms import Value
    from symheap.heap.api import Cell

H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Merged(Generic[H]):
    """One heap that is the left one where the guard holds and the right one elsewhere, and the cells in both.

    Each side may have been extended before, by naming contents of the initial heap that only the other one had named.
    `facts` hold for every input; `left` and `right` are facts that hold on that side only.
    """

    heap: H
    cells: tuple[Cell, ...]
    facts: tuple[Value, ...] = ()
    left: tuple[Value, ...] = ()
    right: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Apart:
    """Two heaps or states that are not merged, with the reason in a few words."""

    reason: str


NO_MERGING = Apart("the heap model does not merge")
