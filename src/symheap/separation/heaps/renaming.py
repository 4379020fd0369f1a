"""Replace symbols by values in whole symbolic heaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import immutables

from symheap.core.substitution import substituted
from symheap.core.terms import Term, Value
from symheap.core.walk import symbols
from symheap.separation.heaps.formula import Atom, Cell, Renaming, Segment, SymbolicHeap


def renamed_atom(atom: Atom, renaming: Renaming) -> Atom | None:
    """Return `atom` with other symbols; None if it is an optional object that becomes absent.

    A base stays a symbol.
    """
    if isinstance(atom, Segment):
        return Segment(
            atom.pattern,
            atom.least,
            substituted(atom.front, renaming),
            substituted(atom.next, renaming),
            None if atom.prev is None else substituted(atom.prev, renaming),
            None if atom.back is None else substituted(atom.back, renaming),
            tuple(substituted(value, renaming) for value in atom.shared),
            None if atom.length is None else substituted(atom.length, renaming),
        )
    base = renaming.get(atom.base, atom.base)
    if atom.optional and base == 0:
        return None
    assert isinstance(base, Term), "the base of an object is not eliminated"
    return replace(
        atom,
        base=base,
        size=substituted(atom.size, renaming),
        cells=renamed_cells(atom.cells, renaming),
    )


def renamed_cells(cells: immutables.Map[int, Cell], renaming: Renaming) -> immutables.Map[int, Cell]:
    changed = {
        offset: Cell(cell.size, value)
        for offset, cell in cells.items()
        if (value := substituted(cell.value, renaming)) is not cell.value
    }
    return cells.update(changed) if changed else cells


def renamed(heap: SymbolicHeap, renaming: Renaming) -> SymbolicHeap | None:
    """Return `heap` with other symbols; None if a pure fact becomes false."""
    pure: set[Term] = set()
    for fact in heap.pure:
        value = substituted(fact, renaming)
        if value is False:
            return None
        if isinstance(value, Term):
            pure.add(value)
    atoms = (renamed_atom(atom, renaming) for atom in heap.atoms)
    roots = {name: new for name, value in heap.roots.items() if (new := substituted(value, renaming)) is not value}
    return replace(
        heap,
        roots=heap.roots.update(roots) if roots else heap.roots,
        atoms=tuple(atom for atom in atoms if atom is not None),
        pure=frozenset(pure),
        gone=immutables.Map({base: how for base, how in heap.gone.items() if base not in renaming}),
    )


def values_of(atom: Atom) -> Iterator[Value]:
    """Yield every value in an atom: its address first, then its contents, by offset."""
    if isinstance(atom, Segment):
        yield atom.front
        yield atom.next
        if atom.prev is not None:
            yield atom.prev
        if atom.back is not None:
            yield atom.back
        yield from atom.shared
        if atom.length is not None:
            yield atom.length
        return
    yield atom.base
    yield atom.size
    for offset in sorted(atom.cells):
        yield atom.cells[offset].value


def symbols_of(heap: SymbolicHeap) -> frozenset[Term]:
    result: set[Term] = set()
    for value in heap.roots.values():
        result |= symbols(value)
    for atom in heap.atoms:
        for value in values_of(atom):
            result |= symbols(value)
    for fact in heap.pure:
        result |= symbols(fact)
    return frozenset(result)
