"""Find the object that has the bytes at an address; segments are unfolded and split into cases as needed."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.terms import Op, Term, Value, and_, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.walk import symbols
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.ir import Lifetime
from symheap.separation.entailment.logic import Logic, Truth, carrying
from symheap.separation.execution.unfolding import unfold_first, unfold_last
from symheap.separation.heaps.addresses import Spot, Which, spots
from symheap.separation.heaps.formula import Object, SymbolicHeap, is_ended, split

NULL_PAGE = 4096
"""Addresses below this are those of a field of null."""


@dataclass(frozen=True, slots=True)
class Found:
    """`address` is `offset` bytes into `target`, an object of `heap`, which contains the accessed bytes."""

    heap: SymbolicHeap
    target: Object
    offset: Value


@dataclass(frozen=True, slots=True)
class Missing:
    """A case in which possibly no object has these bytes."""

    heap: SymbolicHeap
    kind: MemoryErrorKind
    why: str


_ENDED = {
    Lifetime.HEAP: MemoryErrorKind.DANGLING,
    Lifetime.LOCAL: MemoryErrorKind.SCOPE,
    Lifetime.CONSTANT_LOCAL: MemoryErrorKind.SCOPE,
}


def expose(logic: Logic, heap: SymbolicHeap, address: Value, size: int) -> list[Found | Missing]:
    """Return the cases in which `size` bytes at `address` belong to an object, and those in which they may not."""
    symbol, number = split(address)
    if symbol is None:
        kind = MemoryErrorKind.NULL if 0 <= number < NULL_PAGE else MemoryErrorKind.INVALID
        return [Missing(heap, kind, f"the address is {number}")]
    for spot in spots(heap, address):
        if is_ended(spot.atom):
            return [Missing(heap, MemoryErrorKind.DANGLING, "the heap object has been freed")]
        if spot.exists and isinstance(spot.atom, Object):
            return within(logic, heap, spot.atom, spot.offset, size)
        return _one_step(logic, heap, spot, address, size)
    if symbol.op is not Op.SYM:
        return _indexed(logic, heap, address, size)
    ended = heap.gone.get(symbol)
    if ended is not None:
        kind = _ENDED.get(ended, MemoryErrorKind.DANGLING)
        return [Missing(heap, kind, f"the {ended.value} object {ended.afterwards}")]
    return [Missing(heap, MemoryErrorKind.INVALID, "nothing is known about the address")]


def _one_step(logic: Logic, heap: SymbolicHeap, spot: Spot, address: Value, size: int) -> list[Found | Missing]:
    """Take one step towards an object: unfold a node that exists, or split into cases whether it exists."""
    heap, (name,) = carrying(heap, (address,))
    return [
        case
        for new in _cases(logic, heap, spot)
        for case in expose(logic, new.without_roots((name,)), new.roots[name], size)
    ]


def _cases(logic: Logic, heap: SymbolicHeap, spot: Spot) -> list[SymbolicHeap]:
    if isinstance(spot.atom, Object):
        is_null = eq(spot.atom.base, 0)
        return [*logic.assume(heap, not_(is_null)), *logic.assume(heap, is_null)]
    if not spot.exists:
        return [*logic.filled(heap, spot.atom), *logic.emptied(heap, spot.atom)]
    unfold = unfold_first if spot.which is Which.FIRST else unfold_last
    return logic.settle(unfold(heap, spot.atom))


def within(logic: Logic, heap: SymbolicHeap, target: Object, offset: Value, size: int) -> list[Found | Missing]:
    """Return the cases of `size` bytes at `offset` of an object: inside, not inside, or both."""
    if target.lifetime is Lifetime.FUNCTION:
        return [Missing(heap, MemoryErrorKind.INVALID, f"{target.name} is a function, which has no bytes")]
    width = target.base.sort.width
    fits = _fits(target.size, offset, size, width)
    decided = logic.holds(heap, fits)
    if decided is Truth.YES:
        return [Found(heap, target, offset)]
    outside = Missing(heap, MemoryErrorKind.BOUNDS, f"offset {offset} of an object of {target.size} bytes")
    if decided is Truth.NO:
        return [outside]
    heap, (base, at) = carrying(heap, (target.base, offset))
    cases: list[Found | Missing] = [outside]
    for new in logic.assume(heap, fits):
        same = next(atom for atom in new.atoms if isinstance(atom, Object) and atom.base is new.roots[base])
        cases.append(Found(new.without_roots((base, at)), same, new.roots[at]))
    return cases


def _fits(limit: Value, offset: Value, size: int, width: int) -> Value:
    """Return ``0 <= offset`` and ``offset + size <= limit``, without overflow."""
    if isinstance(limit, int) and isinstance(offset, int):
        return offset >= 0 and offset + size <= limit
    room = bitvector(Op.BVSUB, width, limit, size)
    return and_(
        not_(bitvector(Op.BVULT, width, limit, size)),
        not_(bitvector(Op.BVULT, width, room, offset)),
    )


def _indexed(logic: Logic, heap: SymbolicHeap, address: Value, size: int) -> list[Found | Missing]:
    """Return the cases of an address with a symbolic offset from the base of an object."""
    assert isinstance(address, Term)
    for atom in heap.atoms:
        if isinstance(atom, Object) and not atom.optional and atom.base in symbols(address):
            offset = bitvector(Op.BVSUB, address.sort.width, address, atom.base)
            if atom.base not in symbols(offset):
                return within(logic, heap, atom, offset, size)
    return [Missing(heap, MemoryErrorKind.INVALID, "nothing is known about the address")]
