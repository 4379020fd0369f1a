"""Lazier# initialization: null is chosen at a comparison with null, everything else at the dereference."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.terms import Term
from symheap.heap.lazy.choosing import choose_null
from symheap.heap.lazy.initialization import LazyInitialization
from symheap.heap.lazy.state import ChoiceOutcome, LazyHeap


class LazierSharp(LazyInitialization):
    """Rule: [Uber-lazy] section II, and [POSE] section II, "Lazier# initialization" """

    name = "lazier#"

    def on_read(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
        yield ChoiceOutcome(True, (), heap, ref)

    def on_null_test(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
        return choose_null(heap, ref)

    def on_type_test(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
        yield ChoiceOutcome(True, (), heap, heap.resolved(ref) or ref)
