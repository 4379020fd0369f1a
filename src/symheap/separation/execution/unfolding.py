"""Unfold segments: an item at either end becomes separate objects.

Rule: [SLAyer] section 2: the definition of ``ls``, read from left to right, at the front; by its symmetry at the back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symheap.core.substitution import substituted
from symheap.core.terms import Op, Term, Value
from symheap.core.theories.bitvectors import bitvector
from symheap.core.walk import symbols
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap, split
from symheap.separation.heaps.lengths import lasting_facts, without_one
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.separation.heaps.renaming import renamed, renamed_atom, values_of


def shifted(address: Value, number: int, pointer: int) -> Value:
    """Return ``address + number``, of `pointer` bytes."""
    return bitvector(Op.BVADD, 8 * pointer, address, number)


def instance(
    heap: SymbolicHeap, pattern: Pattern, arguments: Mapping[Term, Value]
) -> tuple[SymbolicHeap, tuple[Object | Segment, ...]]:
    """Return the objects of an item of `pattern`, with `arguments` for parameters and fresh symbols for its own.

    The argument for ``base`` is a symbol.  The pure facts of the pattern are added to the heap.
    """
    renaming = dict(arguments)
    own = {symbol for atom in pattern.atoms for value in values_of(atom) for symbol in symbols(value)}
    for symbol in sorted(own - renaming.keys(), key=lambda term: term.name):
        heap, renaming[symbol] = heap.fresh(symbol.sort.width // 8)
    atoms = tuple(renamed_atom(atom, renaming) for atom in pattern.atoms)
    facts = {fact for fact in (substituted(fact, renaming) for fact in pattern.pure) if isinstance(fact, Term)}
    return replace(heap, pure=heap.pure | facts), tuple(atom for atom in atoms if atom is not None)


def arguments_of(segment: Segment, base: Value, following: Value, prev: Value | None) -> dict[Term, Value]:
    """Return the arguments of the pattern of a segment, for the item at `base`."""
    pattern = segment.pattern
    arguments: dict[Term, Value] = {
        parameter("base", pattern.pointer): base,
        parameter("next", pattern.pointer): following,
    }
    if prev is not None:
        arguments[parameter("prev", pattern.pointer)] = prev
    for number, value in enumerate(segment.shared):
        arguments[parameter(f"shared{number}", pattern.pointer)] = value
    return arguments


def unfold_first(heap: SymbolicHeap, segment: Segment) -> SymbolicHeap:
    """Return a heap with the first item of a nonempty segment as objects, before the rest of the segment."""
    pattern = segment.pattern
    heap, segment, base = _with_base(heap, segment, shifted(segment.front, -pattern.entry, pattern.pointer))
    heap, symbol = heap.fresh(pattern.pointer)
    following = shifted(symbol, pattern.entry, pattern.pointer)
    heap, item = instance(heap, pattern, arguments_of(segment, base, following, segment.prev))
    rest = replace(
        segment,
        least=max(segment.least - 1, 0),
        front=following,
        prev=None if segment.prev is None else shifted(base, pattern.back_entry, pattern.pointer),
        length=without_one(segment),
    )
    return replace(heap.replaced(segment, *item, rest), pure=heap.pure | lasting_facts(segment))


def unfold_last(heap: SymbolicHeap, segment: Segment) -> SymbolicHeap:
    """Return a heap with the last item of a nonempty segment as objects, behind the rest.

    Without back links, its address is a new symbol.
    """
    pattern = segment.pattern
    before: Value | None = None
    if segment.back is None:
        heap, base = heap.fresh(pattern.pointer)
    else:
        heap, segment, base = _with_base(heap, segment, shifted(segment.back, -pattern.back_entry, pattern.pointer))
        heap, symbol = heap.fresh(pattern.pointer)
        before = shifted(symbol, pattern.back_entry, pattern.pointer)
    heap, item = instance(heap, pattern, arguments_of(segment, base, segment.next, before))
    rest = replace(
        segment,
        least=max(segment.least - 1, 0),
        next=shifted(base, pattern.entry, pattern.pointer),
        back=before,
        length=without_one(segment),
    )
    return replace(heap.replaced(segment, rest, *item), pure=heap.pure | lasting_facts(segment))


def _with_base(heap: SymbolicHeap, segment: Segment, address: Value) -> tuple[SymbolicHeap, Segment, Term]:
    """Return the heap, its segment and a symbol for `address`.

    A symbol plus a number is replaced by a new symbol everywhere.
    """
    symbol, number = split(address)
    assert symbol is not None
    if number == 0 and symbol.op is Op.SYM:
        return heap, segment, symbol
    at = next(i for i, atom in enumerate(heap.atoms) if atom is segment)
    heap, base = heap.fresh(segment.pattern.pointer)
    new = renamed(heap, {symbol: shifted(base, -number, segment.pattern.pointer)})
    assert new is not None, "a renaming makes nothing false"
    renamed_segment = new.atoms[at]
    assert isinstance(renamed_segment, Segment)
    return new, renamed_segment, base
