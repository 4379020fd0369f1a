"""Prove pure facts from a symbolic heap: from its pure part, and from the addresses that separation keeps apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Protocol

from symheap.certify.rejection import Rejected
from symheap.certify.translation import Z3
from symheap.certify.values import binary, equal, negation, plus, some, symbols
from symheap.core.nodes import Term, Value, make, symbol
from symheap.core.operators import Op
from symheap.core.origin import Origin
from symheap.core.sorts import BOOL, Sort
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap
from symheap.separation.heaps.pattern import Pattern

NULL_PAGE: Final = 4096
"""Objects have no addresses below this."""
_MOST_REGIONS: Final = 24
_ANYTHING: Final = symbol(Origin.root("anything"), Sort.bitvector(8))
_NEVER: Final = make(Op.BVULT, BOOL, (_ANYTHING, 0), 8)
"""A fact that is never true."""


class Prover(Protocol):
    """Decides what follows.  The checker uses `Direct`; a prover that trusts serves to find steps."""

    def require(self, heap: SymbolicHeap, goal: Value, why: str) -> None:
        """Raise `Rejected` if `goal` is not known to follow from `heap`."""

    def proves(self, heap: SymbolicHeap, goal: Value) -> bool:
        """Whether `goal` is known to follow."""

    def require_absurd(self, heap: SymbolicHeap) -> None:
        """Raise `Rejected` if `heap` may have a model."""


@dataclass(frozen=True, slots=True)
class Region:
    """Bytes that certainly exist.  Two regions of one `owner` may be the same bytes if `is_shared`."""

    base: Value
    size: Value
    width: int
    owner: int
    is_shared: bool = False

    @property
    def symbols(self) -> frozenset[Term]:
        return symbols(self.base)


def node_of(pattern: Pattern) -> Object:
    node = pattern.atoms[0]
    if not isinstance(node, Object) or not isinstance(node.size, int):
        raise Rejected("a pattern whose first atom is not a node of constant size")
    return node


def regions(heap: SymbolicHeap) -> Iterator[Region]:
    for number, atom in enumerate(heap.atoms):
        if isinstance(atom, Object):
            if not atom.optional:
                yield Region(atom.base, atom.size, atom.base.sort.width, number)
        elif atom.least > 0:
            yield from _ends(atom, number)


def _ends(segment: Segment, number: int) -> Iterator[Region]:
    """Yield the first node of a nonempty segment, and the last one if its place is known."""
    pattern, size = segment.pattern, node_of(segment.pattern).size
    width = 8 * pattern.pointer
    is_shared = segment.least < 2
    yield Region(plus(segment.front, -pattern.entry, width), size, width, number, is_shared)
    if segment.back is not None:
        yield Region(plus(segment.back, -pattern.back_entry, width), size, width, number, is_shared)


class Direct:
    """Proves by asking z3 directly.  `obligations` counts the goals."""

    def __init__(self, milliseconds: int = 5_000) -> None:
        self._z3 = Z3(milliseconds)
        self._known: dict[frozenset[Term], bool] = {}
        self.obligations = 0

    @property
    def queries(self) -> int:
        return self._z3.queries

    def require(self, heap: SymbolicHeap, goal: Value, why: str) -> None:
        self.obligations += 1
        if not self.proves(heap, goal):
            raise Rejected(why)

    def proves(self, heap: SymbolicHeap, goal: Value) -> bool:
        if not isinstance(goal, Term):
            return bool(goal)
        if goal in heap.pure:
            return True
        against = negation(goal)
        assert isinstance(against, Term)
        return self._is_impossible(relevant(heap, symbols(goal)) | {against})

    def require_absurd(self, heap: SymbolicHeap) -> None:
        self.obligations += 1
        if not self._is_impossible(relevant(heap, _suspicious(heap))):
            raise Rejected("a case is said to be impossible, and is not known to be")

    def _is_impossible(self, facts: frozenset[Term]) -> bool:
        known = self._known.get(facts)
        if known is None:
            known = self._known[facts] = self._z3.is_impossible(sorted(facts, key=lambda fact: fact.id))
        return known


def _suspicious(heap: SymbolicHeap) -> frozenset[Term]:
    """Return the symbols of facts, and those that the addresses of two regions share."""
    result: set[Term] = {each for fact in heap.pure for each in symbols(fact)}
    seen: set[Term] = set()
    for region in regions(heap):
        if not region.symbols:
            result |= {each for other in regions(heap) for each in other.symbols}
        result |= region.symbols & seen
        seen |= region.symbols
    return frozenset(result)


def relevant(heap: SymbolicHeap, about: frozenset[Term]) -> frozenset[Term]:
    """Return the facts of a heap about these symbols, directly or not.  Fewer facts prove less, never more."""
    reached = set(about)
    lengths = [fact for atom in heap.atoms if isinstance(atom, Segment) for fact in length_facts(atom)]
    waiting: list[Term] = [*heap.pure, *(fact for fact in lengths if isinstance(fact, Term))]
    facts: set[Term] = {_NEVER} if any(fact is False for fact in lengths) else set()
    grew = True
    while grew:
        grew = False
        for fact in waiting[:]:
            if not symbols(fact).isdisjoint(reached):
                waiting.remove(fact)
                facts.add(fact)
                reached |= symbols(fact)
                grew = True
    for atom in heap.atoms:
        if isinstance(atom, Segment) and atom.least == 0 and _is_about(atom.front, about):
            front = _front(atom)
            facts |= {front} if isinstance(front, Term) else set() if front else {_NEVER}
            reached |= symbols(atom.next)
    near = [region for region in regions(heap) if not region.symbols or not region.symbols.isdisjoint(reached)]
    for placed in _placed(near[:_MOST_REGIONS]):
        if isinstance(placed, Term):
            facts.add(placed)
        elif not placed:
            facts.add(_NEVER)
    return frozenset(facts)


def length_facts(segment: Segment) -> Iterator[Value]:
    """Yield bounds of a list's length: its minimum, and the number of separate nodes that fit into memory."""
    if segment.length is not None:
        width, size = 8 * segment.pattern.pointer, node_of(segment.pattern).size
        assert isinstance(size, int)
        most = ((1 << width) - 1) // max(size, 1)
        yield negation(binary(Op.BVULT, width, most, segment.length))
        yield negation(binary(Op.BVULT, width, segment.length, segment.least))


def _is_about(value: Value, about: frozenset[Term]) -> bool:
    """Whether a value is plain, or has some of these symbols."""
    return not isinstance(value, Term) or not symbols(value).isdisjoint(about)


def _front(segment: Segment) -> Value:
    """Return that a list is empty, or has a node at its front, which is not in the null page."""
    pattern, width = segment.pattern, 8 * segment.pattern.pointer
    base = plus(segment.front, -pattern.entry, width)
    is_node = negation(binary(Op.BVULT, width, base, NULL_PAGE))
    return some((equal(segment.front, segment.next, width), is_node))


def _placed(regions: list[Region]) -> Iterator[Value]:
    """Yield that no region is in the null page or wraps around, and that no two overlap."""
    for region in regions:
        yield from _bounds(region)
    for one, two in combinations(regions, 2):
        if one.width == two.width and not (one.owner == two.owner and one.is_shared):
            for size in _sizes(one):
                for other in _sizes(two):
                    yield _apart(one, size, two, other)


def _bounds(region: Region) -> Iterator[Value]:
    width, base = region.width, region.base
    yield negation(binary(Op.BVULT, width, base, NULL_PAGE))
    for size in _sizes(region):
        last = binary(Op.BVSUB, width, -1, size)
        yield negation(binary(Op.BVULT, width, last, base))


def _sizes(region: Region) -> tuple[Value, ...]:
    """Return the sizes to consider; an object without bytes has an address of its own all the same."""
    return (max(region.size, 1),) if isinstance(region.size, int) else (1, region.size)


def _apart(one: Region, size: Value, two: Region, other: Value) -> Value:
    width = one.width
    behind = negation(binary(Op.BVULT, width, two.base, binary(Op.BVADD, width, one.base, size)))
    before = negation(binary(Op.BVULT, width, one.base, binary(Op.BVADD, width, two.base, other)))
    return some((behind, before))
