"""All small formulas over plain singly linked lists, with their models.

    P ::= [x ≠ y ∧] X * Y        X ::= emp | x ↦ v | ls(x, v) | x ↦ z * z ↦ v | ls(x, z) * z ↦ v | …

with roots x and y, v one of x, y and null, z a symbol of its own, and segments of at least zero or one node.  Four
nodes distinguish any two of these that differ in meaning: an entailment is true if every heap of up to four nodes that
satisfies the first satisfies the second.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import immutables

from symheap.core.terms import Term, Value, eq, not_
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment, SymbolicHeap, variable
from symheap_testing.c.formulas import SLL
from symheap_testing.c.heaps import POINTER, SINGLY, Size, heaps
from symheap_testing.c.satisfies import satisfies

_X, _Y, _Z = (variable(number, POINTER) for number in range(3))
_ENDS: Final[tuple[Value, ...]] = (_X, _Y, 0)


def node(base: Term, link: Value) -> Object:
    return Object(base, POINTER, immutables.Map({0: Cell(POINTER, link)}))


def segment(least: int, front: Value, behind: Value) -> Segment:
    return Segment(SLL.spine, least, front, behind)


@dataclass(frozen=True, slots=True)
class PlainList:
    """A formula, and the numbers of the small heaps that are models of it."""

    heap: SymbolicHeap
    models: frozenset[int]


def _one(start: Term) -> list[tuple[Atom, ...]]:
    choices: list[tuple[Atom, ...]] = [()]
    for end in _ENDS:
        choices += [(node(start, end),), (segment(0, start, end),), (segment(1, start, end),)]
    return choices


def _two(start: Term) -> list[tuple[Atom, ...]]:
    heads: list[Atom] = [node(start, _Z), segment(0, start, _Z)]
    return [(head, tail) for end in _ENDS for head in heads for tail in (node(_Z, end), segment(0, _Z, end))]


def plain_lists() -> list[PlainList]:
    """Return every formula of this form."""
    small = list(heaps(SINGLY, SLL.roots("xy"), Size(4)))
    apart = not_(eq(_X, _Y))
    assert isinstance(apart, Term)
    roots = immutables.Map({"x": _X, "y": _Y})
    differing = frozenset(number for number, concrete in enumerate(small) if concrete.roots["x"] != concrete.roots["y"])
    formulas: list[PlainList] = []
    for first, second in product(_one(_X) + _two(_X), _one(_Y)):
        heap = SymbolicHeap(roots, first + second, next_symbol=3)
        models = frozenset(number for number, concrete in enumerate(small) if satisfies(concrete, heap))
        formulas.append(PlainList(heap, models))
        formulas.append(PlainList(replace(heap, pure=frozenset({apart})), models & differing))
    return formulas
