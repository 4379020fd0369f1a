"""The extent of an input heap that lazy initialization has chosen so far: what k- and n-bounding limit.

Only lazy, lazier and lazier# choose the objects of the input, so only they have an extent: POSE and summaries have all
input heaps at once.  ([Uber-lazy] section II names the two strategies)
"""

from __future__ import annotations

from typing import Final

from symheap.heap.lazy.state import LazyHeap

BOUNDED: Final = ("lazy", "lazier", "lazier#")
"""The models whose input heap can be bounded."""


def objects(heap: object) -> int:
    """Return the number of input objects, the receiver included; 0 for models that choose none."""
    return len(heap.representatives) if isinstance(heap, LazyHeap) else 0


def chain(heap: object) -> int:
    """Return the length of the longest chain of references from an input to an object that was chosen as a new one.

    A chain is the access path at whose end the object was chosen: `this.next.next` has two references.
    """
    chosen = heap.representatives if isinstance(heap, LazyHeap) else ()
    return max((len(each.origin.steps()[1]) for each in chosen), default=0)
