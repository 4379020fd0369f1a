"""A canonical form for symbolic heaps that differ only in the names of symbols and in the order of atoms.

Law: two heaps are equal up to renaming symbols and reordering atoms if, and in the absence of ties only if, their
canonical forms are equal.  (Ties: two segments with one front and one pattern.)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import immutables

from symheap.core.terms import Op, Term, Value
from symheap.core.theories.bitvectors import bitvector
from symheap.core.walk import postorder, symbols
from symheap.separation.heaps.addresses import is_apart, node_size
from symheap.separation.heaps.bounds import tightened
from symheap.separation.heaps.formula import Atom, Object, Renaming, SymbolicHeap, split, variable
from symheap.separation.heaps.guarded import guarded
from symheap.separation.heaps.renaming import renamed, values_of


@dataclass(slots=True)
class Traversal:
    """The symbols and atoms of a heap in the order of a walk from the roots, by name, then by offset."""

    symbols: dict[Term, int] = field(default_factory=dict)
    atoms: dict[int, Atom] = field(default_factory=dict)  # by identity


def traversal(heap: SymbolicHeap) -> Traversal:
    anchored: dict[Term, list[Atom]] = {}
    for atom in heap.atoms:
        for anchor in anchors(atom):
            anchored.setdefault(anchor, []).append(atom)
    at = guarded(heap)
    order = Traversal()
    waiting: list[Value] = [heap.roots[name] for name in sorted(heap.roots)]
    for value in waiting:
        for symbol in in_order(value):
            if symbol in order.symbols:
                continue
            order.symbols[symbol] = len(order.symbols)
            waiting.extend(thing.base for thing in at.get(symbol, ()))
            for atom in sorted(anchored.get(symbol, ()), key=_rank):
                if id(atom) not in order.atoms:
                    order.atoms[id(atom)] = atom
                    waiting.extend(values_of(atom))
    return order


def anchors(atom: Atom) -> set[Term]:
    """Return the symbols by which an atom is reached: that of its base, or those of either end."""
    if isinstance(atom, Object):
        return {atom.base}
    ends = [atom.front] if atom.back is None else [atom.front, atom.back]
    return {symbol for symbol, _ in map(split, ends) if symbol is not None}


def _rank(atom: Atom) -> tuple[int, int, int]:
    """Return the order among several atoms at one symbol."""
    if isinstance(atom, Object):
        return (0, 0, 0)
    return (1, node_size(atom.pattern), atom.least)


def in_order(value: Value) -> list[Term]:
    """Return the symbols of a value, leftmost first."""
    if not isinstance(value, Term):
        return []
    if value.op is Op.SYM:
        return [value]
    return [term for term in postorder(value) if term.op is Op.SYM]


def garbage(heap: SymbolicHeap) -> list[Atom]:
    """Return the atoms that no root leads to."""
    reached = traversal(heap).atoms
    return [atom for atom in heap.atoms if id(atom) not in reached]


def canonical(heap: SymbolicHeap) -> SymbolicHeap:
    """Number the symbols and order the atoms by `traversal`; drop facts that `*` implies and facts about no symbol.

    Atoms that no root leads to keep their order behind the rest.
    """
    order = traversal(heap)
    numbers = order.symbols
    lost = [atom for atom in heap.atoms if id(atom) not in order.atoms]
    for atom in lost:
        for value in values_of(atom):
            for symbol in in_order(value):
                numbers.setdefault(symbol, len(numbers))
    heap = replace(heap, atoms=(*order.atoms.values(), *lost), pure=_kept_facts(heap, numbers))
    renaming = {symbol: variable(number, symbol.sort.width // 8) for symbol, number in numbers.items()}
    gone = {renaming[base]: how for base, how in heap.gone.items() if base in renaming}
    new = renamed(replace(heap, gone=immutables.Map()), _based(heap, renaming))
    assert new is not None
    return replace(new, next_symbol=len(numbers), gone=immutables.Map(gone))


def _based(heap: SymbolicHeap, renaming: dict[Term, Term]) -> Renaming:
    """Return a renaming after which the address of a segment's first node is a symbol, as that of an object is."""
    result: dict[Term, Value] = dict(renaming)
    taken = {atom.base for atom in heap.atoms if isinstance(atom, Object)}
    for atom in heap.atoms:
        if isinstance(atom, Object):
            continue
        ends = [(atom.front, atom.pattern.entry)]
        if atom.back is not None:
            ends.append((atom.back, atom.pattern.back_entry))
        for end, entry in ends:
            symbol, number = split(end)
            if symbol is not None and symbol.op is Op.SYM and symbol not in taken:
                taken.add(symbol)
                result[symbol] = bitvector(Op.BVADD, symbol.sort.width, renaming[symbol], entry - number)
    return result


def _kept_facts(heap: SymbolicHeap, numbers: dict[Term, int]) -> frozenset[Term]:
    kept = (fact for fact in heap.pure if symbols(fact) <= numbers.keys() and not _is_implied(heap, fact))
    return tightened(kept)


def _is_implied(heap: SymbolicHeap, fact: Term) -> bool:
    """Whether `*` alone implies a fact."""
    negated = fact.args[0] if fact.op is Op.NOT else None
    if not isinstance(negated, Term) or negated.op is not Op.EQ:
        return False
    return is_apart(heap, *negated.args)
