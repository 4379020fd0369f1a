"""Patterns: the shape of one item of a list.

    Λ(prev, front, back', next', shared…) = ∃ own…. F ∧ (node * further objects * inner segments)

A pattern is a small symbolic heap over parameters: `BASE` is the address of the node, `NEXT` the value of its link,
`PREV` that of its back link, `shared(i)` a value that all items of a list share, `own(i, size)` one of each item's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symheap.core.nodes import Term, symbol
from symheap.core.origin import Origin
from symheap.core.sorts import Sort

if TYPE_CHECKING:
    from symheap.separation.heaps.formula import Atom


def parameter(name: str, size: int) -> Term:
    """Return a parameter of a pattern: ``base``, ``next``, ``prev``, ``shared0``, ``own0``, …"""
    return symbol(Origin.root(f"Λ.{name}"), Sort.bitvector(8 * size))


@dataclass(frozen=True, slots=True)
class Pattern:
    """The shape of one item of a list.

    `atoms` begin with the node itself, an `Object` at parameter ``base`` with a constant size, of the heap.  `link` is
    the offset of its link, `back` of its back link, if it has one.  Links point `entry` bytes into a node, back links
    `back_entry` bytes (``container_of`` lists: at the embedded link; BSD's: at the previous link itself).  `pointer` is
    the size of an address; `shared` and `own` count the parameters of these kinds.  Patterns are compared by structure:
    parameters are numbered in the order of a traversal from ``base``.

    Rule: [SLAyer] section 2, "Pattern-based Abstraction".
    """

    atoms: tuple[Atom, ...]
    link: int
    entry: int = 0
    back: int | None = None
    back_entry: int = 0
    pointer: int = 8
    shared: int = 0
    own: int = 0
    pure: frozenset[Term] = frozenset()
