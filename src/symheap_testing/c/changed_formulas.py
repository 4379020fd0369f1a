"""Symbolic heaps derived from others: weaker ones, renamed ones, and ones with another meaning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from symheap.core.terms import Op, Term, Value, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap, variable
from symheap.separation.heaps.lengths import added, count_of
from symheap.separation.heaps.renaming import renamed, symbols_of
from symheap_testing.c.formulas import Kind
from symheap_testing.c.heaps import POINTER


def weakened(kind: Kind, heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    """Return a heap that is usually weaker than the given one, over other symbols and in another order."""
    for _ in range(random.randint(0, 3)):
        heap = random.choice(_WEAKENINGS)(kind, heap, random)
    return shuffled(heap, random)


def shuffled(heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    """Return the same heap with other names for its symbols and its atoms in another order."""
    known = sorted(symbols_of(heap), key=lambda term: term.id)
    numbers = random.sample(range(len(known) + 3), len(known))
    names = {old: variable(number, old.sort.width // 8) for old, number in zip(known, numbers, strict=True)}
    new = renamed(heap, names)
    assert new is not None
    return replace(new, atoms=tuple(random.sample(new.atoms, len(new.atoms))), next_symbol=len(known) + 3)


def _shorter(kind: Kind, heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    segments = [atom for atom in heap.atoms if isinstance(atom, Segment) and atom.least]
    if not segments:
        return heap
    chosen = random.choice(segments)
    return heap.replaced(chosen, replace(chosen, least=chosen.least - 1))


def _forgetful(kind: Kind, heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    return replace(heap, pure=frozenset(fact for fact in heap.pure if random.random() < 0.5))


def _coarser(kind: Kind, heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    """Let a list have the weakest pattern of its kind, whose items may have less in common."""
    segments = [atom for atom in heap.atoms if isinstance(atom, Segment) and atom.pattern.shared >= kind.spine.shared]
    if not segments:
        return heap
    chosen = random.choice(segments)
    return heap.replaced(chosen, replace(chosen, pattern=kind.spine, shared=chosen.shared[: kind.spine.shared]))


def _listed(kind: Kind, heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    """Replace a node by a list of one item."""
    things = [atom for atom in heap.atoms if isinstance(atom, Object) and atom.size == kind.layout.size]
    if not things:
        return heap
    chosen, pattern = random.choice(things), kind.spine
    front = bitvector(Op.BVADD, 8 * POINTER, chosen.base, pattern.entry)
    owned = {cell.value for offset, cell in chosen.cells.items() if offset != pattern.link}
    length = 1 if kind.measured and random.random() < 0.7 else None
    item = Segment(pattern, 1, front, chosen.cells[pattern.link].value, length=length)
    rest = heap.replaced(chosen, _ends(item, chosen))
    kept = (atom for atom in rest.atoms if (atom.base if isinstance(atom, Object) else atom.front) not in owned)
    return replace(rest, atoms=tuple(kept))


def _ends(segment: Segment, thing: Object) -> Segment:
    """Return the list of one item with its predecessor and its back."""
    back = segment.pattern.back
    if back is None:
        return segment
    at = bitvector(Op.BVADD, 8 * POINTER, thing.base, segment.pattern.back_entry)
    return replace(segment, prev=thing.cells[back].value, back=at)


def _merged(kind: Kind, heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    """Merge two segments, one behind the other."""
    segments = [atom for atom in heap.atoms if isinstance(atom, Segment)]
    pairs = [
        (one, two)
        for one in segments
        for two in segments
        if one is not two and one.next == two.front and (one.pattern, one.shared) == (two.pattern, two.shared)
    ]
    if not pairs:
        return heap
    one, two = random.choice(pairs)
    least = min(2, one.least + two.least)
    length = count_of(one).and_more(count_of(two), POINTER).length
    return heap.without_atom(two).replaced(one, replace(one, least=least, next=two.next, back=two.back, length=length))


def _unmeasured(kind: Kind, heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    """Remove the length of a list."""
    segments = [atom for atom in heap.atoms if isinstance(atom, Segment) and atom.length is not None]
    if not segments:
        return heap
    chosen = random.choice(segments)
    return heap.replaced(chosen, replace(chosen, length=None))


_WEAKENINGS: Final[tuple[Callable[[Kind, SymbolicHeap, Random], SymbolicHeap], ...]] = (
    _shorter,
    _forgetful,
    _coarser,
    _listed,
    _merged,
    _unmeasured,
)


# Others ---------------------------------------------------------------------------------------------------------------


def altered(kind: Kind, heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    """Return a heap with a slightly different meaning: it may be stronger, weaker or neither."""
    if not heap.atoms or random.random() < 0.3:
        return _claiming(heap, random)
    chosen = random.choice(heap.atoms)
    if random.random() < 0.15:
        return heap.without_atom(chosen)
    value = random.choice((0, *heap.roots.values()))
    if isinstance(chosen, Segment):
        return heap.replaced(chosen, random.choice(_other_segments(kind, chosen, value)))
    return heap.replaced(chosen, random.choice(_other_objects(chosen, value)))


def _other_segments(kind: Kind, segment: Segment, value: Value) -> list[Segment]:
    """Return the segment with one of its parts changed, in several ways."""
    segments = [replace(segment, least=segment.least + 1), replace(segment, next=value)]
    segments += [replace(segment, pattern=each) for each in kind.patterns if each.shared == segment.pattern.shared]
    if segment.back is not None:
        segments += [replace(segment, prev=value), replace(segment, back=value)]
    if segment.shared:
        segments.append(replace(segment, shared=(value,)))
    if segment.length is not None:
        segments += [replace(segment, length=added(segment.length, 1, POINTER)), replace(segment, length=1)]
    return segments


def _other_objects(thing: Object, value: Value) -> list[Object]:
    pointers = [(offset, cell) for offset, cell in thing.cells.items() if cell.size == POINTER]
    objects = [replace(thing, cells=thing.cells.set(offset, replace(cell, value=value))) for offset, cell in pointers]
    return [*objects, replace(thing, optional=not thing.optional)]


def _claiming(heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    """Add a fact about the roots."""
    one, two = (random.choice((0, *heap.roots.values())) for _ in range(2))
    fact: Value = random.choice((eq(one, two), not_(eq(one, two))))
    return replace(heap, pure=heap.pure | {fact}) if isinstance(fact, Term) else heap
