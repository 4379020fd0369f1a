"""Lazy initialization: a reference is chosen when it is first used, and one from a field already when it is read."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.terms import Term
from symheap.heap.lazy.choosing import choose
from symheap.heap.lazy.initialization import LazyInitialization
from symheap.heap.lazy.state import ChoiceOutcome, LazyHeap


class Lazy(LazyInitialization):
    """Generalized symbolic execution with lazy initialization.  Rule: [Summaries] Figs. 6 and 7"""

    name = "lazy"

    def on_read(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
        return choose(heap, ref)

    def on_null_test(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
        return choose(heap, ref)

    def on_type_test(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
        return choose(heap, ref)
