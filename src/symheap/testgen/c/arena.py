"""Place heap objects as in a model, but without its wide gaps.

Law: objects keep their order; objects that overlap at different times, or are close to each other, keep their distance.
So comparisons of addresses, and reused addresses, give the same results as in the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from symheap.memory.execution.journal import Journal
from symheap.memory.ir import Allocate, DataModel, Lifetime, Reallocate

_NEAR: Final = 4096
_PAGE: Final = 4096
_MARGIN: Final = 4096
_LARGEST: Final = 256 << 20
_AT: Final = {DataModel.LP64: 1 << 45, DataModel.ILP32: 1 << 28}
"""Addresses that AddressSanitizer leaves to the program."""


@dataclass(frozen=True, slots=True)
class Arena:
    """`places` are offsets by object number; an arena of size 0 leaves the placement to AddressSanitizer."""

    at: int = 0
    size: int = 0
    places: Mapping[int, int] | None = None

    def place(self, thing: int) -> int:
        return 0 if self.places is None else self.places.get(thing, 0)


NO_ARENA: Final = Arena()


def arena(journal: Journal, model: DataModel) -> Arena:
    """Return the arena of a run; `NO_ARENA` if it has fewer than two heap objects, or needs too much memory."""
    heap = [
        made
        for made in journal.objects
        if isinstance(made.command, Reallocate)
        or (isinstance(made.command, Allocate) and made.command.lifetime is Lifetime.HEAP)
    ]
    offsets: dict[int, int] = {}
    end, behind = 0, _MARGIN
    for made in sorted(heap, key=lambda each: each.base):
        if not offsets or made.base > end + _NEAR:
            start = -(-behind // _PAGE) * _PAGE + _PAGE + made.base % _PAGE
            shift = start - made.base
        offsets[made.number] = made.base + shift
        end = max(end, made.base + max(made.size, 1)) if offsets else made.base + made.size
        behind = max(behind, offsets[made.number] + max(made.size, 1))
    size = -(-(behind + _MARGIN) // _PAGE) * _PAGE
    return Arena(_AT[model], size, offsets) if len(heap) > 1 and size <= _LARGEST else NO_ARENA
