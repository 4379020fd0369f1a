"""Certificates: the claims of the analysis, and the steps by which the checker can verify them.

A certificate has *vertices*: points of the program with symbolic heaps.  It claims that every execution, whenever it
reaches the point of a vertex at which the proof of another one arrives, is in a model of one of them.  Each vertex has
a proof, a tree: its steps name a rule, and the children are proofs of the cases that the rule leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Union

from symheap.core.nodes import Term, Value
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.heaps.pattern import Pattern
from symheap.separation.heaps.points import Point

# How a heap is seen in another ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Whole:
    """Use a segment of the given heap as a part of the wanted one."""

    atom: int


@dataclass(frozen=True, slots=True)
class Item:
    """Use one item for the wanted segment: values for the parameters of its pattern, and where its atoms are."""

    binding: Mapping[Term, Value]
    atoms: tuple[How, ...]


Move = Union[Whole, Item]
How = Union[int, None, tuple[Move, ...]]
"""Where a wanted atom is: an object of the given heap, nothing (an optional object), or moves along a list."""


@dataclass(frozen=True, slots=True)
class Matching:
    """Values for all symbols of the wanted heap (`binding`), and where each of its atoms is."""

    binding: Mapping[Term, Value]
    atoms: tuple[How, ...]


# Steps ----------------------------------------------------------------------------------------------------------------


class Side(Enum):
    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Execute:
    """Execute the next command, or the end of the block.

    An access at a symbolic offset goes to byte `element`, if given.
    """

    element: int | None = None


@dataclass(frozen=True, slots=True)
class Unfold:
    """Unfold an item at one side of a nonempty segment."""

    atom: int
    side: Side


@dataclass(frozen=True, slots=True)
class Split:
    """Split into two cases: a segment is empty, or not; an optional object is absent, or exists."""

    atom: int


@dataclass(frozen=True, slots=True)
class Case:
    """Split into two cases: a condition holds, or it does not."""

    condition: Value


@dataclass(frozen=True, slots=True)
class Name:
    """Give unknown bytes of an object a symbol."""

    atom: int
    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class Absurd:
    """Close a case whose heap has no model."""


@dataclass(frozen=True, slots=True)
class Arrive:
    """Close a case whose heap entails that of a vertex at this point."""

    vertex: int
    matching: Matching


@dataclass(frozen=True, slots=True)
class Apply:
    """Replace a call by a contract, with one case for each exit."""

    contract: int
    matching: Matching


@dataclass(frozen=True, slots=True)
class Exit:
    """Close the return of a function with a contract, in a heap that entails one of its exits."""

    number: int
    matching: Matching


@dataclass(frozen=True, slots=True)
class Weaken:
    """Close a lemma: an item of one pattern is one of another."""

    matching: Matching


Step = Union[Execute, Unfold, Split, Case, Name, Absurd, Arrive, Apply, Exit, Weaken]


@dataclass(slots=True, eq=False)
class ProofTree:
    """A step, and the proofs of the cases that it leaves."""

    step: Step
    cases: list[ProofTree] = field(default_factory=list)


# The whole ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Vertex:
    """A point with a heap, and the proof that every execution from there is safe until it arrives at a vertex."""

    point: Point
    heap: SymbolicHeap
    proof: ProofTree


@dataclass(slots=True)
class Contract:
    """The contract of a function called by summary: from `entry`, it returns only in one of `exits`.

    The heaps are those of one call at depth 1.  Roots whose names begin with ``$c`` are *ghosts*: no command reads
    them, so their values are the same before and after.
    """

    function: str
    entry: SymbolicHeap
    exits: tuple[SymbolicHeap, ...]
    proof: ProofTree


@dataclass(slots=True)
class Lemma:
    """The claim that every item of one pattern is one of another, with the same parameters except its own."""

    stronger: Pattern
    weaker: Pattern
    proof: ProofTree


@dataclass(slots=True)
class Certificate:
    """All claims and proofs about a program.

    `entry` proves that the program begins at some vertex.  `no_leak` also claims that no memory is left or lost,
    `is_tracked` that none is lost, though some may be left.  The numbers of vertices and contracts may have gaps.
    `roots` are the globals and functions whose addresses the proof mentions.
    """

    entry: ProofTree
    roots: frozenset[str]
    vertices: dict[int, Vertex]
    contracts: dict[int, Contract]
    lemmas: list[Lemma]
    no_leak: bool
    is_tracked: bool = False
