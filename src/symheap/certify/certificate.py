"""Certificates: what the analysis claims, and the steps by which the checker can follow it.

A certificate has *vertices*: a point of the program with a symbolic heap.  It claims that every execution, whenever it
is at the point of a vertex that the proof of another one arrives at, is in a model of one of them.  Each vertex has a
proof, a tree: its steps name a rule, and the children are proofs of the cases that the rule leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Union

from symheap.core.nodes import Term, Value
from symheap.separation.formula import SymbolicHeap
from symheap.separation.pattern import Pattern
from symheap.separation.points import Point

# How a heap is seen in another ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Whole:
    """A segment of the given heap is part of the wanted one."""

    atom: int


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the wanted segment: values for the parameters of its pattern, and where its atoms are."""

    binding: Mapping[Term, Value]
    atoms: tuple[How, ...]


Move = Union[Whole, Item]
How = Union[int, None, tuple[Move, ...]]
"""Where a wanted atom is: an object of the given heap, nothing at all (an optional object), or moves along a list."""


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
    """The next command, or the end of the block.  An access at a symbolic offset goes to byte `element`, if said."""

    element: int | None = None


@dataclass(frozen=True, slots=True)
class Unfold:
    """An item at one side of a segment that is not empty becomes objects."""

    atom: int
    side: Side


@dataclass(frozen=True, slots=True)
class Split:
    """A segment is empty or not; an optional object is absent or there.  Two cases, in this order."""

    atom: int


@dataclass(frozen=True, slots=True)
class Case:
    """A condition holds, or it does not.  Two cases, in this order."""

    condition: Value


@dataclass(frozen=True, slots=True)
class Name:
    """Bytes of an object that may be anything get a symbol."""

    atom: int
    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class Absurd:
    """The heap has no model.  No case is left."""


@dataclass(frozen=True, slots=True)
class Arrive:
    """The heap entails that of a vertex at this point."""

    vertex: int
    matching: Matching


@dataclass(frozen=True, slots=True)
class Apply:
    """A call is replaced by what a contract says of it.  One case for each exit."""

    contract: int
    matching: Matching


@dataclass(frozen=True, slots=True)
class Exit:
    """A function that has a contract has returned, in a heap that entails one of its exits."""

    number: int
    matching: Matching


@dataclass(frozen=True, slots=True)
class Weaken:
    """An item of a pattern is seen to be one of another: for lemmas."""

    matching: Matching


Step = Union[Execute, Unfold, Split, Case, Name, Absurd, Arrive, Apply, Exit, Weaken]


@dataclass(slots=True, eq=False)
class Proof:
    """A step, and the proofs of the cases that it leaves."""

    step: Step
    cases: list[Proof] = field(default_factory=list)


# The whole ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Vertex:
    """A point with a heap, and the proof that every execution from there is safe up to where it arrives."""

    point: Point
    heap: SymbolicHeap
    proof: Proof


@dataclass(slots=True)
class Contract:
    """What a function does that is called by summary: from `entry`, it returns in one of `exits`, if it returns.

    The heaps are those of one call at depth 1.  Roots whose names begin with ``$c`` are *ghosts*: no command reads
    them, so that their values are the same before and after.
    """

    function: str
    entry: SymbolicHeap
    exits: tuple[SymbolicHeap, ...]
    proof: Proof


@dataclass(slots=True)
class Lemma:
    """Every item of one pattern is one of another, with the same parameters but its own."""

    stronger: Pattern
    weaker: Pattern
    proof: Proof


@dataclass(slots=True)
class Certificate:
    """`entry` proves that the program begins at some vertex.  `no_leak`: that nothing is left or lost is claimed, too;
    `is_tracked`: that nothing is lost, though it may be left.

    Vertices and contracts have numbers, of which some may be missing.  `roots` are the globals and functions whose
    addresses the proof speaks of.
    """

    entry: Proof
    roots: frozenset[str]
    vertices: dict[int, Vertex]
    contracts: dict[int, Contract]
    lemmas: list[Lemma]
    no_leak: bool
    is_tracked: bool = False
