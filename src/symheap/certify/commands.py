"""Strongest postconditions of commands on explicit cells.

Law: if a command is executed in a model of a heap, it does not fail, and ends in a model of one of the results.  An
access to memory that is not explicit is rejected: a step of the certificate has to unfold it first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from itertools import count

from symheap.certify.cells import NO_CELLS, Cells, chunks, cleared, forgotten, pieces, read, touching, written
from symheap.certify.evaluation import Evaluation
from symheap.certify.heaps import assumed, fresh, with_atom_at, with_root, without_ended, without_roots
from symheap.certify.prover import Prover
from symheap.certify.rejection import Rejected, require
from symheap.certify.values import binary, difference, equal, every, negation, signed, split, symbols
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.memory.expressions import Expression
from symheap.memory.ir import (
    Allocate,
    Assert,
    Assign,
    Assume,
    Command,
    Copy,
    Enter,
    Fill,
    Free,
    Leave,
    Lifetime,
    Load,
    Local,
    Nondet,
    Reallocate,
    Store,
)
from symheap.separation.heaps.formula import Object, SymbolicHeap

READ_ONLY = frozenset({Lifetime.STRING, Lifetime.CONSTANT, Lifetime.CONSTANT_LOCAL})
"""Objects that only their initialiser may write."""
OF_SCOPES = frozenset({Lifetime.LOCAL, Lifetime.CONSTANT_LOCAL})
"""Objects whose lives end with a scope."""
MOST_COPIED = 4096
"""After copying a longer range, the target is unknown."""


class NotExplicit(Rejected):
    """No object of the heap is known to be at `address`."""

    def __init__(self, heap: SymbolicHeap, address: Value) -> None:
        super().__init__(f"no object is known to be at {address}")
        self.heap = heap
        self.address = address


@dataclass(frozen=True, slots=True)
class ByteAddress:
    """Byte `offset` of the object that is atom `number`; an unknown offset is a term."""

    number: int
    thing: Object
    offset: Value


def located(heap: SymbolicHeap, address: Value) -> ByteAddress:
    """Return the object that an address points into, or just behind, by its form."""
    base, number = split(address)
    if base is None:
        raise NotExplicit(heap, address)
    objects = [(i, each) for i, each in enumerate(heap.atoms) if isinstance(each, Object) and not each.optional]
    for i, thing in objects:
        if thing.base is base:
            return ByteAddress(i, thing, number)
    for i, thing in objects:
        if thing.base in symbols(address):
            offset = difference(address, thing.base, thing.base.sort.width)
            if thing.base not in symbols(offset):
                return ByteAddress(i, thing, offset)
    raise NotExplicit(heap, address)


class Execution:
    """Executes the commands of a call at `depth`."""

    def __init__(self, prover: Prover, pointer: int, depth: int) -> None:
        self._prover = prover
        self._pointer = pointer
        self._depth = depth
        self._element: int | None = None

    def executed(self, command: Command, heap: SymbolicHeap, element: int | None = None) -> list[SymbolicHeap]:
        """Return the heaps after a command that is not a call.  An access at a symbolic offset is at byte `element`."""
        self._element = element
        return self._one(command, heap)

    @singledispatchmethod
    def _one(self, command: Command, heap: SymbolicHeap) -> list[SymbolicHeap]:
        raise Rejected(f"a command that the checker does not know: {type(command).__name__}")

    def evaluated(self, heap: SymbolicHeap, *expressions: Expression) -> tuple[SymbolicHeap, list[Value]]:
        evaluation = Evaluation(heap, self._depth)
        values = [evaluation.value(expression) for expression in expressions]
        return evaluation.heap, values

    def _register(self, name: str) -> str:
        return f"{self._depth}:{name}"

    # Accesses ---------------------------------------------------------------------------------------------------------

    def _accessed(self, heap: SymbolicHeap, address: Value, size: int, *, is_written: bool) -> ByteAddress:
        """Return the place of `size` bytes, which must be inside a living object."""
        place = located(heap, address)
        thing = place.thing
        require(thing.lifetime not in (Lifetime.FUNCTION, Lifetime.ENDED), "an access to what is no object any more")
        require(not is_written or thing.lifetime not in READ_ONLY, "a constant is written")
        if isinstance(place.offset, Term) and self._element is not None:
            width = thing.base.sort.width
            goal = equal(place.offset, self._element, width)
            self._prover.require(heap, goal, f"the offset {place.offset} is not known to be {self._element}")
            place = replace(place, offset=self._element)
        self._prover.require(heap, _inside(place, size), f"{size} bytes at offset {place.offset} may be out of bounds")
        return place

    @_one.register
    def _load(self, command: Load, heap: SymbolicHeap) -> list[SymbolicHeap]:
        heap, (address,) = self.evaluated(heap, command.address)
        size = command.target.size
        place = self._accessed(heap, address, size, is_written=False)
        heap, value = loaded(heap, place, size)
        return [with_root(heap, self._register(command.target.name), value)]

    @_one.register
    def _store(self, command: Store, heap: SymbolicHeap) -> list[SymbolicHeap]:
        heap, (address, value) = self.evaluated(heap, command.address, command.value)
        size = command.value.size
        place = self._accessed(heap, address, size, is_written=not command.initial)
        if isinstance(place.offset, Term):
            return [with_atom_at(heap, place.number, forgotten(place.thing))]
        return [with_atom_at(heap, place.number, written(place.thing, place.offset, size, value))]

    @_one.register
    def _copy(self, command: Copy, heap: SymbolicHeap) -> list[SymbolicHeap]:
        heap, (to, origin, length) = self.evaluated(heap, command.target, command.source, command.count)
        size = _length(length, command.count.size)
        if size == 0:
            return [heap]
        source = self._accessed(heap, origin, size, is_written=False)
        target = self._accessed(heap, to, size, is_written=not command.initial)
        if command.apart and source.number == target.number and _may_overlap(source.offset, target.offset, size):
            raise Rejected("the ranges of a copy may overlap")
        if isinstance(source.offset, Term) or isinstance(target.offset, Term) or size > MOST_COPIED:
            return [with_atom_at(heap, target.number, forgotten(target.thing))]
        heap, thing = _named(heap, source.number, source.offset, size)
        goal = heap.atoms[target.number]
        assert isinstance(goal, Object)
        goal = replace(goal, cells=cleared(goal.cells, target.offset, size))
        for at, part, value in pieces(thing, source.offset, size):
            assert value is not None
            goal = written(goal, target.offset + at - source.offset, part, value)
        return [with_atom_at(heap, target.number, goal)]

    @_one.register
    def _fill(self, command: Fill, heap: SymbolicHeap) -> list[SymbolicHeap]:
        heap, (to, length) = self.evaluated(heap, command.target, command.count)
        byte: Value | None = None
        if command.byte is not None:
            heap, (byte,) = self.evaluated(heap, command.byte)
        size = _length(length, command.count.size)
        if size == 0:
            return [heap]
        place = self._accessed(heap, to, size, is_written=not command.initial)
        if isinstance(place.offset, Term):
            return [with_atom_at(heap, place.number, forgotten(place.thing))]
        return [_filled(heap, place.number, place.thing, place.offset, size, byte)]

    # Lives ------------------------------------------------------------------------------------------------------------

    @_one.register
    def _allocate(self, command: Allocate, heap: SymbolicHeap) -> list[SymbolicHeap]:
        heap, (size,) = self.evaluated(heap, command.size)
        require(command.size.size == self._pointer, "the size of an object has another width than an address")
        target = self._register(command.target.name)
        before = without_ended(heap)
        new, base = fresh(before, self._pointer)
        thing = Object(base, size, lifetime=command.lifetime, zero=command.zero)
        new = with_root(replace(new, atoms=(*new.atoms, thing)), target, base)
        if command.lifetime is Lifetime.LOCAL:
            names = (f"{self._depth}:&<alloca {number}>" for number in count())
            new = with_root(new, next(name for name in names if name not in new.roots), base)
        return [new, with_root(before, target, 0)] if command.may_fail else [new]

    @_one.register
    def _reallocate(self, command: Reallocate, heap: SymbolicHeap) -> list[SymbolicHeap]:
        heap, (address, size) = self.evaluated(heap, command.address, command.size)
        require(command.size.size == self._pointer, "the size of an object has another width than an address")
        target = self._register(command.target.name)
        old = self._freeable(heap, address, command.address.size)
        failed = [with_root(heap, target, 0)] if command.may_fail else []
        cells, after = NO_CELLS, without_ended(heap)
        if old is not None:
            cells = _kept(old.thing, size)
            after = without_ended(with_atom_at(heap, old.number))
        after, base = fresh(after, self._pointer)
        made = [Object(base, size, cells)]
        made += [] if old is None else [Object(old.thing.base, 1, lifetime=Lifetime.ENDED)]
        after = replace(after, atoms=(*after.atoms, *made))
        return [with_root(after, target, base), *failed]

    @_one.register
    def _free(self, command: Free, heap: SymbolicHeap) -> list[SymbolicHeap]:
        heap, (address,) = self.evaluated(heap, command.address)
        place = self._freeable(heap, address, command.address.size)
        return [heap if place is None else _freed(heap, place)]

    def _freeable(self, heap: SymbolicHeap, address: Value, size: int) -> ByteAddress | None:
        """Return the heap object that begins at an address; None if that is null."""
        if not isinstance(address, Term) and address == 0:
            return None
        try:
            place = located(heap, address)
        except NotExplicit:
            if not self._prover.proves(heap, equal(address, 0, 8 * size)):
                raise
            return None
        require(place.offset == 0 and not isinstance(place.offset, Term), "freed inside an object")
        require(place.thing.lifetime is Lifetime.HEAP, "what is freed was not allocated, or is freed already")
        return place

    @_one.register
    def _enter(self, command: Enter, heap: SymbolicHeap) -> list[SymbolicHeap]:
        heap = without_ended(heap)
        for local in command.locals:
            heap, base = fresh(left(heap, self._local(local)), self._pointer)
            lifetime = Lifetime.CONSTANT_LOCAL if local.constant else Lifetime.LOCAL
            thing = Object(base, local.size, lifetime=lifetime, name=local.name)
            heap = with_root(replace(heap, atoms=(*heap.atoms, thing)), self._local(local), base)
        return [heap]

    @_one.register
    def _leave(self, command: Leave, heap: SymbolicHeap) -> list[SymbolicHeap]:
        for local in command.locals:
            heap = left(heap, self._local(local))
        for array in command.arrays:
            heap = self._array_left(heap, heap.roots.get(self._register(array.name)))
        return [heap]

    def _array_left(self, heap: SymbolicHeap, address: Value | None) -> SymbolicHeap:
        """End the life of a variable-length array, if it has begun.  Its object is found by its address."""
        if not isinstance(address, Term) and address == 0:
            return heap
        for number, atom in enumerate(heap.atoms):
            if isinstance(atom, Object) and atom.base is address and atom.lifetime is Lifetime.LOCAL:
                held = [name for name, value in heap.roots.items() if "&<alloca " in name and value is address]
                return without_roots(with_atom_at(heap, number), held)
        nameless = (atom for atom in heap.atoms if isinstance(atom, Object) and atom.lifetime in OF_SCOPES)
        require(not any(atom.name == "" for atom in nameless), "it is not known which array ends its life")
        return heap

    def _local(self, local: Local) -> str:
        return f"{self._depth}:&{local.name}"

    # Values -----------------------------------------------------------------------------------------------------------

    @_one.register
    def _assign(self, command: Assign, heap: SymbolicHeap) -> list[SymbolicHeap]:
        heap, (value,) = self.evaluated(heap, command.value)
        require(command.value.size == command.target.size, "an assignment between different widths")
        return [with_root(heap, self._register(command.target.name), value)]

    @_one.register
    def _nondet(self, command: Nondet, heap: SymbolicHeap) -> list[SymbolicHeap]:
        heap, symbol = fresh(heap, command.target.size)
        return [with_root(heap, self._register(command.target.name), symbol)]

    @_one.register
    def _assume(self, command: Assume, heap: SymbolicHeap) -> list[SymbolicHeap]:
        evaluation = Evaluation(heap, self._depth)
        condition = evaluation.condition(command.condition)
        new = assumed(evaluation.heap, condition)
        return [] if new is None else [new]

    @_one.register
    def _assert(self, command: Assert, heap: SymbolicHeap) -> list[SymbolicHeap]:
        evaluation = Evaluation(heap, self._depth)
        condition = evaluation.condition(command.condition)
        self._prover.require(evaluation.heap, condition, f"the assertion {command.text} may fail")
        new = assumed(evaluation.heap, condition)
        return [] if new is None else [new]


def _inside(place: ByteAddress, size: int) -> Value:
    """Return ``0 <= offset`` and ``offset + size <= limit``, without overflow."""
    limit, offset, width = place.thing.size, place.offset, place.thing.base.sort.width
    if isinstance(limit, int) and isinstance(offset, int):
        return offset >= 0 and offset + size <= limit
    room = binary(Op.BVSUB, width, limit, size)
    return every((negation(binary(Op.BVULT, width, limit, size)), negation(binary(Op.BVULT, width, room, offset))))


def _may_overlap(one: Value, other: Value, size: int) -> bool:
    """Whether two different ranges of one object may share a byte."""
    if isinstance(one, Term) or isinstance(other, Term):
        return one is not other
    return 0 < abs(one - other) < size


def _length(value: Value, size: int) -> int:
    require(isinstance(value, int), "the number of bytes is not known")
    assert isinstance(value, int)
    length = signed(value, 8 * size)
    require(length >= 0, "the number of bytes is negative")
    return length


def loaded(heap: SymbolicHeap, place: ByteAddress, size: int) -> tuple[SymbolicHeap, Value]:
    """Return the value at a place.  Unknown bytes get a symbol, so that reading them again gives the same value."""
    thing = place.thing
    if isinstance(place.offset, Term):
        return (heap, 0) if thing.zero and not thing.cells else fresh(heap, size)
    value = read(thing, place.offset, size)
    if value is not None:
        return heap, value
    heap, symbol = fresh(heap, size)
    if touching(thing.cells, place.offset, size):
        return heap, symbol
    return with_atom_at(heap, place.number, written(thing, place.offset, size, symbol)), symbol


def _named(heap: SymbolicHeap, number: int, offset: int, size: int) -> tuple[SymbolicHeap, Object]:
    """Return the object without unknown bytes in a range."""
    thing = heap.atoms[number]
    assert isinstance(thing, Object)
    for start, length, value in list(pieces(thing, offset, size)):
        if value is None:
            for at, part in chunks(start, length):
                heap, symbol = fresh(heap, part)
                thing = written(thing, at, part, symbol)
    return with_atom_at(heap, number, thing), thing


def _filled(heap: SymbolicHeap, number: int, thing: Object, offset: int, size: int, byte: Value | None) -> SymbolicHeap:
    known = None if byte is None or isinstance(byte, Term) else byte & 0xFF
    if known == 0 and offset == 0 and size == thing.size:
        return with_atom_at(heap, number, replace(thing, cells=NO_CELLS, zero=True))
    thing = replace(thing, cells=cleared(thing.cells, offset, size))
    if known is not None or thing.zero:
        for at, part in chunks(offset, size):
            if known is None:
                heap, value = fresh(heap, part)
                thing = written(thing, at, part, value)
            else:
                thing = written(thing, at, part, signed(int.from_bytes(bytes([known]) * part, "little"), 8 * part))
    return with_atom_at(heap, number, thing)


def _kept(old: Object, size: Value) -> Cells:
    """Return the cells that an object of another size also has."""
    if isinstance(size, Term) or size < 0:
        return NO_CELLS
    end = max((offset + cell.size for offset, cell in old.cells.items()), default=0)
    return cleared(old.cells, size, end - size) if end > size else old.cells


def _freed(heap: SymbolicHeap, place: ByteAddress) -> SymbolicHeap:
    """Return the heap with an object freed: no live object is at its address until a new one is created."""
    return with_atom_at(heap, place.number, Object(place.thing.base, 1, lifetime=Lifetime.ENDED))


def left(heap: SymbolicHeap, name: str) -> SymbolicHeap:
    """End the life of a local, if it has begun.  Its object is found by its root."""
    base = heap.roots.get(name)
    if base is None:
        return heap
    numbers = [i for i, atom in enumerate(heap.atoms) if isinstance(atom, Object) and atom.base is base]
    heap = without_roots(heap, (name,))
    if numbers:
        return with_atom_at(heap, numbers[0])
    require(not _stray_locals(heap), f"it is not known which object {name} is")
    return heap


def _stray_locals(heap: SymbolicHeap) -> Sequence[Object]:
    """Return the locals whose address no root holds."""
    rooted = {value for name, value in heap.roots.items() if "&" in name}
    return [
        atom
        for atom in heap.atoms
        if isinstance(atom, Object) and atom.lifetime in OF_SCOPES and atom.base not in rooted
    ]
