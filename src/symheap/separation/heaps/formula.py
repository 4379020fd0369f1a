"""Symbolic heaps, the abstract states of the analysis.

    P ::= F ∧ (object * … * segment * …)

Every symbol of a symbolic heap is existentially quantified; the program's registers and the addresses of its globals
and locals are *roots*, which map to values.  So two symbolic heaps mean the same if they are equal up to renaming
symbols (`symheap.separation.heaps.canonical`), and symbols of different heaps are unrelated.

A value is a plain integer or a bit-vector term over symbols (`symheap.core.terms`); an address is a term ``base + c``.
A byte of memory belongs to at most one atom; an address inside an object is not null and does not wrap around.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Union

import immutables

from symheap.core.nodes import Term, Value, symbol
from symheap.core.operators import Op
from symheap.core.origin import Origin
from symheap.core.signatures import check_operand
from symheap.core.sorts import Sort
from symheap.memory.ir import Lifetime
from symheap.separation.heaps.pattern import Pattern

NO_ROOTS: Final[immutables.Map[str, Value]] = immutables.Map()


@dataclass(frozen=True, slots=True)
class Cell:
    """`size` bytes that hold `value`, which has the same size."""

    size: int
    value: Value

    def __post_init__(self) -> None:
        if isinstance(self.value, Term):
            check_operand(self.value.sort, Sort.bitvector(8 * self.size))


@dataclass(frozen=True, slots=True)
class Object:
    """``base ↦ […]``: the bytes from `base` to ``base + size``.

    `cells` never overlap and lie inside; bytes outside of all cells are zero if `zero`, else unknown.  If `optional`,
    the object does not exist when `base` is null.  `name` is that of the local or global.
    """

    base: Term
    size: Value
    cells: immutables.Map[int, Cell] = immutables.Map()
    lifetime: Lifetime = Lifetime.HEAP
    zero: bool = False
    optional: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """``ls(Λ, k, prev, front, back, next)`` for some k ≥ `least`, of items that share the values `shared`.

    If `length` is not None, k is that: an unsigned number of the size of a pointer.

    With k = 0: ``front = next`` and ``prev = back``.  Otherwise the first item is at ``front - Λ.entry``, its link
    holds the front of the rest, its back link (if Λ has one) holds `prev`, and the rest has as its `prev` the address
    ``first item + Λ.back_entry``.  `prev` and `back` are None if Λ has no back link.

    Rule: [SLAyer] section 2, "ls".
    """

    pattern: Pattern
    least: int
    front: Value
    next: Value
    prev: Value | None = None
    back: Value | None = None
    shared: tuple[Value, ...] = ()
    length: Value | None = None


Atom = Union[Object, Segment]


def is_ended(atom: Atom | None) -> bool:
    """Whether an atom is a freed object: it excludes other objects from its address and holds nothing."""
    return isinstance(atom, Object) and atom.lifetime is Lifetime.ENDED


@dataclass(frozen=True, slots=True)
class SymbolicHeap:
    """Separate `atoms` with pure facts.

    `pure` are true boolean terms about the symbols of the atoms; `next_symbol` is fresh.  `gone` maps bases of dead
    objects to how they ended: a comment for error messages, no fact.

    Rule: [SLAyer] section 2, "Abstract States".
    """

    roots: immutables.Map[str, Value] = NO_ROOTS
    atoms: tuple[Atom, ...] = ()
    pure: frozenset[Term] = frozenset()
    next_symbol: int = 0
    gone: immutables.Map[Term, Lifetime] = field(default_factory=immutables.Map)

    def fresh(self, size: int) -> tuple[SymbolicHeap, Term]:
        """Return this heap, and a symbol of `size` bytes that is not in it."""
        return replace(self, next_symbol=self.next_symbol + 1), variable(self.next_symbol, size)

    def with_root(self, name: str, value: Value) -> SymbolicHeap:
        return replace(self, roots=self.roots.set(name, value))

    def without_roots(self, names: Iterable[str]) -> SymbolicHeap:
        changed = self.roots.mutate()
        for name in names:
            changed.pop(name, None)
        return replace(self, roots=changed.finish())

    def with_atoms(self, *atoms: Atom) -> SymbolicHeap:
        return replace(self, atoms=self.atoms + atoms)

    def without_atom(self, atom: Atom) -> SymbolicHeap:
        return replace(self, atoms=tuple(other for other in self.atoms if other is not atom))

    def replaced(self, atom: Atom, *by: Atom) -> SymbolicHeap:
        """Return the heap with `by` in the place of `atom`."""
        at = next(i for i, other in enumerate(self.atoms) if other is atom)
        return replace(self, atoms=self.atoms[:at] + by + self.atoms[at + 1 :])


def variable(number: int, size: int) -> Term:
    """Return symbol `number` of `size` bytes.  Different sizes give different symbols."""
    return symbol(Origin.root(f"v{number}"), Sort.bitvector(8 * size))


def split(value: Value) -> tuple[Term | None, int]:
    """Split `value` into a term and a number; a plain number has no term."""
    if not isinstance(value, Term):
        return None, value
    if value.op is Op.BVADD and not isinstance(value.args[1], Term):
        rest, number = value.args
        assert isinstance(rest, Term)
        assert isinstance(number, int)
        return rest, number
    return value, 0


Renaming = Mapping[Term, Value]
