"""Concrete heaps of a case: lists get items, and different symbols different values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

from symheap.core.terms import Term, Value
from symheap.lang.entailments.models import Model
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap
from symheap.separation.lists.case import Case, emptied, first_unfolded
from symheap.separation.lists.normal import simple

_MOST_OBJECTS = 200
_ATTEMPTS = 24


def models_of(heap: SymbolicHeap) -> Iterator[Model]:
    """Yield models of a heap in normal form: first with two items for every list, then with other lengths."""
    for attempt in range(_ATTEMPTS):
        lengths = _lengths(attempt)
        expanded = _expanded(Case(heap, (False,) * len(heap.atoms), None), lengths)
        if expanded is not None:
            yield _numbered(expanded)


def _lengths(attempt: int) -> Iterator[int]:
    """Yield the lengths of lists: 2 for all, 1, 3, 0, and then any of them."""
    if attempt < 4:
        while True:
            yield (2, 1, 3, 0)[attempt]
    chosen = random.Random(attempt)
    while True:
        yield chosen.choice((0, 1, 2, 3))


def _expanded(case: Case, lengths: Iterator[int]) -> SymbolicHeap | None:
    """Return the heap with objects in the place of all lists, or None if it has no model."""
    while True:
        simpler = simple(case)
        if simpler is None or len(simpler.heap.atoms) > _MOST_OBJECTS:
            return None
        case = simpler
        index = next((i for i, atom in enumerate(case.heap.atoms) if isinstance(atom, Segment)), None)
        if index is None:
            return case.heap
        items = max(case.segment(index).least, next(lengths))
        for _ in range(items):
            before = len(case.heap.atoms)
            case = first_unfolded(case, index)
            index += len(case.heap.atoms) - before
        ended = emptied(case, index)
        if not ended:
            return None
        case = ended[0]


def _numbered(heap: SymbolicHeap) -> Model:
    """Return the model of a heap of objects in which different symbols have different values."""
    fresh = count(1)
    numbers: dict[Term, int] = {}

    def number(value: Value) -> int:
        if not isinstance(value, Term):
            return int(value)
        if value not in numbers:
            numbers[value] = next(fresh)
        return numbers[value]

    variables = {name: number(value) for name, value in sorted(heap.roots.items())}
    cells = {}
    for atom in heap.atoms:
        assert isinstance(atom, Object)
        fields = tuple(number(atom.cells[offset].value) for offset in sorted(atom.cells))
        cells[number(atom.base)] = (atom.name, fields)
    return Model(variables, cells)
