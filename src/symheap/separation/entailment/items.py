"""Items as lists: an object with what it owns as a list of one item, and lists in place of matched atoms."""

from __future__ import annotations

from dataclasses import replace

import immutables

from symheap.core.origin import Origin
from symheap.core.substitution import substituted
from symheap.core.terms import Sort, Term, Value, symbol
from symheap.memory.ir import Lifetime
from symheap.separation.entailment.entail import Match, Matcher
from symheap.separation.entailment.logic import Logic
from symheap.separation.execution.unfolding import shifted
from symheap.separation.heaps.addresses import node_size
from symheap.separation.heaps.cells import read
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap, split
from symheap.separation.heaps.pattern import Pattern


def _placeholder(name: str, pointer: int) -> Term:
    return symbol(Origin.root(f"Λ.{name}?"), Sort.bitvector(8 * pointer))


def as_wanted(
    heap: SymbolicHeap, one: Atom, two: Atom, pattern: Pattern, counted: int = 2, *, measured: bool = False
) -> tuple[Segment, Match]:
    """Return a segment of `pattern` from one item to the other, over placeholders, and the initial match.

    It records up to `counted` items, and the number of its items if `measured` and both have one.
    """
    pointer = pattern.pointer
    front, following, prev, back = (_placeholder(name, pointer) for name in ("front", "next", "prev", "back"))
    is_double = pattern.back is not None
    shared = tuple(_placeholder(f"shared{number}", pointer) for number in range(pattern.shared))
    least = min(counted, _least(one) + _least(two))
    is_measured = measured and all(each.length is not None for each in (one, two) if isinstance(each, Segment))
    segment = Segment(
        pattern,
        least,
        front,
        following,
        prev if is_double else None,
        back if is_double else None,
        shared,
        _placeholder("length", pointer) if is_measured else None,
    )
    binding: dict[Term, Value] = {front: front_of(one, pattern), following: next_of(two, pattern)}
    if pattern.back is not None:
        before = prev_of(one, pattern)
        if before is not None:
            binding[prev] = before
    return segment, Match(heap, binding=immutables.Map(binding))


def as_segment(
    logic: Logic, heap: SymbolicHeap, thing: Object, pattern: Pattern
) -> tuple[Segment, frozenset[Atom]] | None:
    """Return an object, with what it owns, as a list of one item of known length, and the atoms that it covers.

    A ring is none: if it may be empty, nothing is left of it.
    """
    if thing.size != node_size(pattern) or thing.lifetime is not Lifetime.HEAP:
        return None
    link = thing.cells.get(pattern.link)
    if link is None or link.size != pattern.pointer or thing.optional:
        return None
    wanted, match = as_wanted(heap, thing, thing, pattern)
    for result in Matcher(logic).matched(match, (replace(wanted, least=1),)):
        whole = replaced_by(replace(wanted, least=1), result)
        segment = whole.atoms[-1]
        assert isinstance(segment, Segment)
        segment = replace(segment, length=1)
        return None if split(segment.next)[0] is split(segment.front)[0] else (segment, result.used)
    return None


def _least(atom: Atom) -> int:
    return atom.least if isinstance(atom, Segment) else 1


def front_of(atom: Atom, pattern: Pattern) -> Value:
    return atom.front if isinstance(atom, Segment) else shifted(atom.base, pattern.entry, pattern.pointer)


def next_of(atom: Atom, pattern: Pattern) -> Value:
    return atom.next if isinstance(atom, Segment) else atom.cells[pattern.link].value


def prev_of(atom: Atom, pattern: Pattern) -> Value | None:
    if isinstance(atom, Segment):
        return atom.prev
    assert pattern.back is not None
    return read(atom, pattern.back, pattern.pointer)


def replaced_by(wanted: Segment, found: Match) -> SymbolicHeap:
    """Return the heap with a segment in the place of the matched atoms."""

    def bound(value: Value) -> Value:
        return substituted(value, found.binding)

    segment = Segment(
        wanted.pattern,
        wanted.least,
        bound(wanted.front),
        bound(wanted.next),
        None if wanted.prev is None else bound(wanted.prev),
        None if wanted.back is None else bound(wanted.back),
        tuple(bound(value) for value in wanted.shared),
        None if wanted.length is None else bound(wanted.length),
    )
    return replace(found.whole, atoms=(*(atom for atom in found.whole.atoms if atom not in found.used), segment))
