"""Changes of symbolic heaps by the checker: each function returns a heap whose models include those of the old one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import immutables

from symheap.certify.rejection import require
from symheap.certify.sorts import fits, well_sorted
from symheap.certify.values import binary, negation, split, substituted, symbols
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.core.sorts import BOOL
from symheap.memory.ir import Lifetime
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment, SymbolicHeap, variable

_NUMBERED = re.compile(r"v(\d+)")


def values_of(atom: Atom) -> Iterator[Value]:
    if isinstance(atom, Segment):
        yield from (atom.front, atom.next, *atom.shared)
        yield from (value for value in (atom.prev, atom.back, atom.length) if value is not None)
        return
    yield from (atom.base, atom.size)
    yield from (cell.value for cell in atom.cells.values())


def symbols_of(heap: SymbolicHeap) -> set[Term]:
    result = {symbol for value in heap.roots.values() for symbol in symbols(value)}
    result |= {symbol for atom in heap.atoms for value in values_of(atom) for symbol in symbols(value)}
    return result | {symbol for fact in heap.pure for symbol in symbols(fact)}


def refreshed(heap: SymbolicHeap) -> SymbolicHeap:
    """Return the heap without comments, with a next symbol that is certainly fresh."""
    numbers = [int(match[1]) for each in symbols_of(heap) if (match := _NUMBERED.fullmatch(each.name))]
    return replace(heap, next_symbol=max(numbers, default=-1) + 1, gone=immutables.Map())


def fresh(heap: SymbolicHeap, size: int) -> tuple[SymbolicHeap, Term]:
    return replace(heap, next_symbol=heap.next_symbol + 1), variable(heap.next_symbol, size)


def with_root(heap: SymbolicHeap, name: str, value: Value) -> SymbolicHeap:
    return replace(heap, roots=heap.roots.set(name, value))


def without_roots(heap: SymbolicHeap, names: Iterable[str]) -> SymbolicHeap:
    changed = heap.roots.mutate()
    for name in names:
        changed.pop(name, None)
    return replace(heap, roots=changed.finish())


def with_atom_at(heap: SymbolicHeap, number: int, *atoms: Atom) -> SymbolicHeap:
    """Return the heap with `atoms` in place of one."""
    return replace(heap, atoms=heap.atoms[:number] + atoms + heap.atoms[number + 1 :])


def is_ended(atom: Atom) -> bool:
    return isinstance(atom, Object) and atom.lifetime is Lifetime.ENDED


def is_allocated(atom: Atom) -> bool:
    """Whether an atom is memory that has to be released."""
    return isinstance(atom, Segment) or atom.lifetime is Lifetime.HEAP


def unreached(heap: SymbolicHeap, values: Iterable[Value]) -> list[Atom]:
    """Return the atoms that values do not lead to, by an address in an object or by one end of a list."""
    waiting, left = list(values), list(heap.atoms)
    known: set[Term] = set()
    for value in waiting:
        for symbol in symbols(value) - known:
            known.add(symbol)
            met = [atom for atom in left if symbol in _ends(atom)]
            left = [atom for atom in left if not any(atom is each for each in met)]
            for atom in met:
                waiting.extend(_values_in(atom))
    return left


def _ends(atom: Atom) -> frozenset[Term]:
    if isinstance(atom, Object):
        return frozenset((atom.base,))
    return symbols(atom.front) | (frozenset() if atom.back is None else symbols(atom.back))


def _values_in(atom: Atom) -> list[Value]:
    if isinstance(atom, Object):
        return [cell.value for cell in atom.cells.values()]
    ends = (atom.front, atom.next, atom.prev, atom.back)
    return [each for each in (*ends, *atom.shared) if each is not None]


def without_ended(heap: SymbolicHeap) -> SymbolicHeap:
    """Return the heap in which the next allocation may reuse the place of a freed object."""
    return replace(heap, atoms=tuple(atom for atom in heap.atoms if not is_ended(atom)))


# Substitution ---------------------------------------------------------------------------------------------------------


def renamed_atom(atom: Atom, mapping: Mapping[Term, Value]) -> Atom:
    def new(value: Value) -> Value:
        return substituted(value, mapping)

    if isinstance(atom, Segment):
        return Segment(
            atom.pattern,
            atom.least,
            new(atom.front),
            new(atom.next),
            None if atom.prev is None else new(atom.prev),
            None if atom.back is None else new(atom.back),
            tuple(map(new, atom.shared)),
            None if atom.length is None else new(atom.length),
        )
    base = new(atom.base)
    require(isinstance(base, Term), "an object at a plain number")
    assert isinstance(base, Term)
    cells = {offset: Cell(cell.size, new(cell.value)) for offset, cell in atom.cells.items()}
    return replace(atom, base=base, size=new(atom.size), cells=immutables.Map(cells))


def renamed(heap: SymbolicHeap, mapping: Mapping[Term, Value]) -> SymbolicHeap | None:
    """Return the heap with symbols replaced; None if a fact becomes false."""
    facts = [substituted(fact, mapping) for fact in heap.pure]
    if any(fact is False for fact in facts):
        return None
    return replace(
        heap,
        roots=immutables.Map({name: substituted(value, mapping) for name, value in heap.roots.items()}),
        atoms=tuple(renamed_atom(atom, mapping) for atom in heap.atoms),
        pure=frozenset(fact for fact in facts if isinstance(fact, Term)),
    )


# Assuming -------------------------------------------------------------------------------------------------------------


def assumed(heap: SymbolicHeap, *conditions: Value) -> SymbolicHeap | None:
    """Return the heap with conditions as facts; None if one is plainly false.

    An equation that determines a symbol eliminates it, unless it is the base of an object.
    """
    waiting = list(conditions)
    while waiting:
        condition = waiting.pop(0)
        if not isinstance(condition, Term):
            if not condition:
                return None
            continue
        inner = condition.args[0] if condition.op is Op.NOT else None
        if condition.op is Op.AND:
            waiting = [*condition.args, *waiting]
        elif isinstance(inner, Term) and inner.op is Op.OR:
            waiting = [*(negation(part) for part in inner.args), *waiting]
        elif condition.op is Op.EQ and (solution := _solved(heap, condition)) is not None:
            mapping = dict([solution])
            new = renamed(_without_absent(heap, *solution), mapping)
            if new is None:
                return None
            waiting = [substituted(each, mapping) for each in waiting]
            equations = {fact for fact in new.pure if fact.op is Op.EQ}
            heap = replace(new, pure=new.pure - equations)
            ordered: list[Value] = [*sorted(equations, key=lambda fact: fact.id)]
            waiting += ordered
        else:
            heap = replace(heap, pure=heap.pure | {condition})
    return heap


def _solved(heap: SymbolicHeap, equation: Term) -> tuple[Term, Value] | None:
    """Return a symbol and the value that an equation gives it, or None."""
    a, b = equation.args
    for one, other in ((a, b), (b, a)):
        symbol, number = split(one)
        if symbol is None or symbol.op is not Op.SYM or symbol in symbols(other):
            continue
        value = binary(Op.BVSUB, symbol.sort.width, other, number)
        held = [atom for atom in heap.atoms if isinstance(atom, Object) and atom.base is symbol]
        if not held or (not isinstance(value, Term) and value == 0 and all(atom.optional for atom in held)):
            return symbol, value
    return None


def _without_absent(heap: SymbolicHeap, symbol: Term, value: Value) -> SymbolicHeap:
    """Return the heap without optional objects at null."""
    if isinstance(value, Term):
        return heap
    return replace(
        heap, atoms=tuple(atom for atom in heap.atoms if not (isinstance(atom, Object) and atom.base is symbol))
    )


# Form -----------------------------------------------------------------------------------------------------------------


def well_formed(heap: SymbolicHeap, pointer: int, widths: Mapping[str, int]) -> None:
    """Reject a heap in which a value has another width than its place; `widths` are those of roots, in bytes."""
    for name, value in heap.roots.items():
        well_sorted(value)
        if name in widths:
            fits(value, 8 * widths[name])
        elif "&" in name:
            fits(value, 8 * pointer)
    for atom in heap.atoms:
        well_formed_atom(atom, pointer)
    for fact in heap.pure:
        require(fact.sort is BOOL, f"{fact} is not a fact")
        well_sorted(fact)


def well_formed_atom(atom: Atom, pointer: int) -> None:
    for value in values_of(atom):
        well_sorted(value)
    if isinstance(atom, Object):
        require(atom.base.op is Op.SYM, "the base of an object is not a symbol")
        fits(atom.base, 8 * pointer)
        fits(atom.size, 8 * pointer)
        taken = 0
        for offset in sorted(atom.cells):
            cell = atom.cells[offset]
            require(offset >= taken and cell.size > 0, "cells overlap")
            require(not isinstance(atom.size, int) or offset + cell.size <= atom.size, "a cell outside of its object")
            fits(cell.value, 8 * cell.size)
            taken = offset + cell.size
        return
    pattern = atom.pattern
    require(pattern.pointer == pointer and len(atom.shared) == pattern.shared, "a segment of another form")
    require((atom.prev is None) == (pattern.back is None) == (atom.back is None), "a segment with one back end")
    for value in values_of(atom):
        fits(value, 8 * pointer)
    node = pattern.atoms[0]
    require(isinstance(node, Object) and isinstance(node.size, int) and not node.optional, "a pattern without a node")
    require(isinstance(node, Object) and node.base.name == "Λ.base", "a pattern whose node is elsewhere")
    for each in pattern.atoms:
        well_formed_atom(each, pointer)
        require(is_allocated(each), "a pattern with an object that is not of the heap")
    for fact in pattern.pure:
        well_sorted(fact)
