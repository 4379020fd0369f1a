"""The choice of heaps to join at one point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from symheap.memory import ir
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.join import join
from symheap.separation.entailment.logic import Logic
from symheap.separation.execution.liveness import compared_numbers, operands
from symheap.separation.heaps.formula import Segment, SymbolicHeap

_MOST_ROUNDS = 16
_VARIANTS = 4
"""Largest number of heaps in which a round of a short loop may end."""
_CROWD = 4
_LOSSY = 3
"""Factor by which joins that lose the length of a list are delayed."""
_MOST_THRESHOLDS = 24


@dataclass(frozen=True, slots=True)
class Widening:
    """Joins at once where only lengths of lists differ, and later where numbers differ.

    A loop whose test shows that it has few rounds is followed to its end, before its counter is lost; so is one that
    merely calculates, over a heap without lists in which no number is partly known.  At a point with many heaps, an
    object that may be an item of a known list counts as a list of one item.

    `made` are joins that lost numbers.  Where lists are measured, these are joined at once with others of their kind.
    """

    logic: Logic
    abstraction: Abstraction
    thresholds: frozenset[int] = frozenset()
    made: set[SymbolicHeap] = field(default_factory=set)

    def joined(
        self, present: Sequence[SymbolicHeap], heap: SymbolicHeap, sizes: Mapping[str, int], rounds: int = 0
    ) -> SymbolicHeap | None:
        """Return the heap joined with one that is present, or None if it stays beside them."""
        measured = self.abstraction.precision.measured
        patterns = tuple(self.abstraction.seen) if len(present) >= _CROWD else ()
        candidates: list[SymbolicHeap] = []
        lossy: list[SymbolicHeap] = []
        for known in present:
            candidate = join(self.logic, known, heap, sizes, self.thresholds, patterns, measured=measured)
            if candidate is None:
                continue
            if not candidate.is_numeric:
                return candidate.heap
            if measured and known in self.made and not candidate.is_lossy:
                return self._noted(candidate.heap)
            (lossy if candidate.is_lossy else candidates).append(candidate.heap)
        delay = self._delay(heap, rounds)
        if len(candidates) >= delay:
            return self._noted(candidates[-1])
        return self._noted(lossy[-1]) if len(lossy) >= _LOSSY * delay else None

    def _noted(self, heap: SymbolicHeap) -> SymbolicHeap:
        self.made.add(heap)
        return heap

    def _delay(self, heap: SymbolicHeap, rounds: int) -> int:
        """Return how many heaps that differ from `heap` in numbers may coexist with it."""
        delay = self.abstraction.precision.delay
        if delay < rounds <= _MOST_ROUNDS:
            return _VARIANTS * (rounds + 1)
        is_calculated = not heap.pure and not any(isinstance(atom, Segment) for atom in heap.atoms)
        return _MOST_ROUNDS if is_calculated else delay


def thresholds(program: ir.Program) -> frozenset[int]:
    """Return the numbers that a program compares with, unless there are too many."""
    numbers = {number for function in program.functions.values() for number in _numbers(function)}
    return frozenset(numbers) if len(numbers) <= _MOST_THRESHOLDS else frozenset()


def _numbers(function: ir.Function) -> Iterable[int]:
    for block in function.blocks.values():
        for command in (*block.commands, block.end):
            for expression in operands(command):
                yield from compared_numbers(expression)
