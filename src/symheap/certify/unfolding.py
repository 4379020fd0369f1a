"""Unfold segments and split optional objects: the definition of ``ls``, read from left to right.

    ls(Λ, 0, prev, front, back, next)      front = next and prev = back
    ls(Λ, k + 1, prev, front, back, next)  an item of Λ at front - entry, whose link is some f, before
                                           ls(Λ, k, front - entry + back_entry, f, back, next)

By induction the last item can be taken instead of the first.  If a segment has a length, that is k.
"""

from __future__ import annotations

from dataclasses import replace

from symheap.certify.certificate import Side
from symheap.certify.entailment import arguments
from symheap.certify.heaps import assumed, fresh, renamed, renamed_atom, values_of, with_atom_at
from symheap.certify.prover import length_facts
from symheap.certify.rejection import Rejected, require
from symheap.certify.values import equal, plus, split, substituted, symbols
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap
from symheap.separation.heaps.pattern import parameter


def atom_at(heap: SymbolicHeap, number: int) -> Atom:
    require(0 <= number < len(heap.atoms), "there is no such atom")
    return heap.atoms[number]


def split_atom(heap: SymbolicHeap, number: int) -> list[SymbolicHeap]:
    """Return the heap in which an atom is absent, if that is possible, and the one in which it exists."""
    atom = atom_at(heap, number)
    rest = with_atom_at(heap, number)
    if isinstance(atom, Object):
        require(atom.optional, "an object that is there for certain")
        absent = assumed(rest, equal(atom.base, 0, atom.base.sort.width))
        there: Atom = replace(atom, optional=False)
    else:
        require(atom.least == 0, "a segment that is not empty for certain")
        width = 8 * atom.pattern.pointer
        ends = [equal(atom.front, atom.next, width)]
        if atom.prev is not None and atom.back is not None:
            ends.append(equal(atom.prev, atom.back, width))
        if atom.length is not None:
            ends.append(equal(atom.length, 0, width))
        absent = assumed(rest, *ends)
        there = replace(atom, least=1)
    present = with_atom_at(heap, number, there)
    return [present] if absent is None else [absent, present]


def unfolded(heap: SymbolicHeap, number: int, side: Side) -> SymbolicHeap:
    """Return the heap with the first or the last item of a segment unfolded: the items come first, then the rest."""
    segment = atom_at(heap, number)
    require(isinstance(segment, Segment) and segment.least > 0, "a segment that may be empty")
    assert isinstance(segment, Segment)
    return _first(heap, number, segment) if side is Side.FIRST else _last(heap, number, segment)


def _first(heap: SymbolicHeap, number: int, segment: Segment) -> SymbolicHeap:
    pattern, width = segment.pattern, 8 * segment.pattern.pointer
    heap, segment, base = _based(heap, number, plus(segment.front, -pattern.entry, width))
    heap, symbol = fresh(_with_length(heap, segment), pattern.pointer)
    following = plus(symbol, pattern.entry, width)
    heap, item = _item(heap, segment, base, following, segment.prev)
    rest = replace(
        segment,
        least=segment.least - 1,
        front=following,
        prev=None if segment.prev is None else plus(base, pattern.back_entry, width),
        length=_one_less(segment),
    )
    return with_atom_at(heap, number, *item, rest)


def _last(heap: SymbolicHeap, number: int, segment: Segment) -> SymbolicHeap:
    pattern, width = segment.pattern, 8 * segment.pattern.pointer
    before: Value | None = None
    if segment.back is None:
        heap, base = fresh(heap, pattern.pointer)
    else:
        heap, segment, base = _based(heap, number, plus(segment.back, -pattern.back_entry, width))
        heap, symbol = fresh(heap, pattern.pointer)
        before = plus(symbol, pattern.back_entry, width)
    heap, item = _item(heap, segment, base, segment.next, before)
    rest = replace(
        segment,
        least=segment.least - 1,
        next=plus(base, pattern.entry, width),
        back=before,
        length=_one_less(segment),
    )
    return with_atom_at(_with_length(heap, segment), number, *item, rest)


def _with_length(heap: SymbolicHeap, segment: Segment) -> SymbolicHeap:
    """Return the heap with the facts about a segment's length, which must survive the segment."""
    facts = (fact for fact in length_facts(segment) if isinstance(fact, Term))
    return replace(heap, pure=heap.pure | frozenset(facts))


def _one_less(segment: Segment) -> Value | None:
    return None if segment.length is None else plus(segment.length, -1, 8 * segment.pattern.pointer)


def _item(
    heap: SymbolicHeap, segment: Segment, base: Value, following: Value, prev: Value | None
) -> tuple[SymbolicHeap, tuple[Atom, ...]]:
    """Return the atoms of an item, with fresh symbols for its own, and the heap with its facts."""
    pattern = segment.pattern
    mapping = arguments(segment, base, prev)
    mapping[parameter("next", pattern.pointer)] = following
    own = {each for atom in pattern.atoms for value in values_of(atom) for each in symbols(value)}
    own |= {each for fact in pattern.pure for each in symbols(fact)}
    for each in sorted(own - mapping.keys(), key=lambda term: (term.name, term.sort.width)):
        heap, mapping[each] = fresh(heap, each.sort.width // 8)
    facts = [substituted(fact, mapping) for fact in pattern.pure]
    if any(fact is False for fact in facts):
        raise Rejected("an item of this list is impossible: split it first")
    heap = replace(heap, pure=heap.pure | {fact for fact in facts if isinstance(fact, Term)})
    return heap, tuple(renamed_atom(atom, mapping) for atom in pattern.atoms)


def _based(heap: SymbolicHeap, number: int, address: Value) -> tuple[SymbolicHeap, Segment, Term]:
    """Return the heap in which an address is a symbol; a symbol plus a number becomes a new symbol everywhere."""
    symbol, distance = split(address)
    require(symbol is not None and symbol.op is Op.SYM, f"a node at {address}")
    assert symbol is not None
    if distance:
        require(
            not any(isinstance(atom, Object) and atom.base is symbol for atom in heap.atoms),
            "a node inside another object",
        )
        heap, base = fresh(heap, symbol.sort.width // 8)
        new = renamed(heap, {symbol: plus(base, -distance, symbol.sort.width)})
        require(new is not None, "a renaming makes a fact false")
        assert new is not None
        heap, symbol = new, base
    segment = heap.atoms[number]
    assert isinstance(segment, Segment)
    return heap, segment, symbol
