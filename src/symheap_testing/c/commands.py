"""Commands on concrete heaps: a short reference implementation for `symheap.separation.execution.execute`.

It has no provenance: an address is a number, and an access outside of all objects is an error of any kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Union

from symheap.core.terms import Op, wrap
from symheap.core.theories.bitvectors import fold_bitvector
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.expressions import Binary, Expression, Number, Operator, Register
from symheap.memory.ir import Allocate, Assert, Assign, Assume, Command, Copy, Fill, Free, Lifetime, Load, Nondet, Store
from symheap.refinement.concrete import ConcreteHeap, ConcreteObject
from symheap_testing.c.heaps import NOWHERE

NEW_PLACES: Final = (0xA000, NOWHERE, 0xB000, 0xC000)
"""Addresses of new objects, including one that a pointer may hold before any object is there."""

Outcome = Union[ConcreteHeap, MemoryErrorKind]
_ARITHMETIC: Final = {Operator.ADD: Op.BVADD, Operator.SUB: Op.BVSUB, Operator.AND: Op.BVAND}


def value_of(heap: ConcreteHeap, expression: Expression) -> int:
    """Return the bits of an expression, in the outermost function."""
    if isinstance(expression, Number):
        return wrap(expression.value, 8 * expression.size)
    if isinstance(expression, Register):
        return heap.roots[f"0:{expression.name}"]
    assert isinstance(expression, Binary)
    left, right = value_of(heap, expression.left), value_of(heap, expression.right)
    if expression.operator in _ARITHMETIC:
        return int(fold_bitvector(_ARITHMETIC[expression.operator], 8 * expression.size, left, right))
    mask = (1 << 8 * expression.left.size) - 1
    results = {
        Operator.EQ: left == right,
        Operator.NE: left != right,
        Operator.SLT: left < right,
        Operator.ULT: left & mask < right & mask,
    }
    return int(results[expression.operator])


def run(command: Command, heap: ConcreteHeap) -> Iterator[Outcome]:
    """Yield some of the heaps that may result from a command, or its error."""
    if isinstance(command, Assign):
        yield _assigned(heap, command.target, value_of(heap, command.value))
    elif isinstance(command, Nondet):
        yield from (_assigned(heap, command.target, number) for number in (0, 1, NOWHERE, *heap.objects))
    elif isinstance(command, Load):
        yield _loaded(heap, command)
    elif isinstance(command, Store):
        yield _stored(heap, command)
    elif isinstance(command, Copy):
        yield _copied(heap, command)
    elif isinstance(command, Fill):
        yield _filled(heap, command)
    elif isinstance(command, Allocate):
        yield from _allocated(heap, command)
    elif isinstance(command, Free):
        yield _freed(heap, value_of(heap, command.address))
    elif isinstance(command, Assume):
        yield from (heap,) if value_of(heap, command.condition) else ()
    else:
        assert isinstance(command, Assert)
        yield heap if value_of(heap, command.condition) else MemoryErrorKind.ASSERTION


def _assigned(heap: ConcreteHeap, target: Register, value: int) -> ConcreteHeap:
    return heap.with_root(f"0:{target.name}", wrap(value, 8 * target.size))


def _place(heap: ConcreteHeap, address: int, size: int) -> tuple[int, int] | MemoryErrorKind:
    """Return the object that contains all these bytes, with their offset, or the kind of error."""
    place = heap.place(address)
    if place is not None and place[1] + size <= heap.objects[place[0]].size:
        return place
    return MemoryErrorKind.NULL if 0 <= address < 4096 else MemoryErrorKind.INVALID


def _loaded(heap: ConcreteHeap, command: Load) -> Outcome:
    place = _place(heap, value_of(heap, command.address), command.target.size)
    if isinstance(place, MemoryErrorKind):
        return place
    base, offset = place
    return _assigned(heap, command.target, heap.objects[base].word(offset, command.target.size))


def _stored(heap: ConcreteHeap, command: Store) -> Outcome:
    place = _place(heap, value_of(heap, command.address), command.value.size)
    if isinstance(place, MemoryErrorKind):
        return place
    base, offset = place
    stored = heap.objects[base].stored(offset, command.value.size, value_of(heap, command.value))
    return heap.with_object(base, stored)


def _copied(heap: ConcreteHeap, command: Copy) -> Outcome:
    """Copy bytes; the source is read before the target is written."""
    count = value_of(heap, command.count)
    source = _place(heap, value_of(heap, command.source), count)
    target = _place(heap, value_of(heap, command.target), count)
    if isinstance(source, MemoryErrorKind):
        return source
    if isinstance(target, MemoryErrorKind):
        return target
    value = heap.objects[source[0]].word(source[1], count)
    return heap.with_object(target[0], heap.objects[target[0]].stored(target[1], count, value))


def _filled(heap: ConcreteHeap, command: Fill) -> Outcome:
    count = value_of(heap, command.count)
    place = _place(heap, value_of(heap, command.target), count)
    if isinstance(place, MemoryErrorKind):
        return place
    byte = 0xA5 if command.byte is None else value_of(heap, command.byte) & 0xFF
    value = int.from_bytes(bytes([byte]) * count, "little")
    return heap.with_object(place[0], heap.objects[place[0]].stored(place[1], count, value))


def _allocated(heap: ConcreteHeap, command: Allocate) -> Iterator[ConcreteHeap]:
    size = value_of(heap, command.size)
    if command.may_fail:
        yield _assigned(heap, command.target, 0)
    for address in NEW_PLACES[:3]:
        if heap.place(address) is None:
            contents = bytes(size) if command.zero else bytes((address >> 12) + at for at in range(size))
            new = heap.with_object(address, ConcreteObject(contents, command.lifetime))
            yield _assigned(new, command.target, address)


def _freed(heap: ConcreteHeap, address: int) -> Outcome:
    if address == 0:
        return heap
    if address not in heap.objects or heap.objects[address].lifetime is not Lifetime.HEAP:
        return MemoryErrorKind.INVALID_FREE
    return heap.without_object(address)
