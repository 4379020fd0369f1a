"""Memory: the objects of a run, and the errors of accesses.

An access belongs to the object that its address came from, whatever else is at that address: outside of that object or
after its life it is an error.  An address without provenance, as of an integer, belongs to the object that is there.
"""

from __future__ import annotations

from typing import Final

from symheap.memory.bytes import MemoryObject
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.oracle import Oracle
from symheap.memory.execution.placement import NoRoom
from symheap.memory.execution.space import NULL_PAGE, AddressSpace
from symheap.memory.ir import Lifetime, Local
from symheap.memory.outcome import Fault, Limit, LimitReached
from symheap.memory.values import Pointer, Value, bits_of, origin_of

_AFTER: Final = {
    Lifetime.HEAP: MemoryErrorKind.DANGLING,
    Lifetime.LOCAL: MemoryErrorKind.SCOPE,
    Lifetime.CONSTANT_LOCAL: MemoryErrorKind.SCOPE,
}


class Memory:
    """The memory of a run.

    `globals` are the globals, the strings and the functions whose address is taken, by name.
    """

    def __init__(self, oracle: Oracle, pointer: int, most_bytes: int) -> None:
        self.oracle = oracle
        self.space = AddressSpace(pointer)
        self.globals: dict[str, MemoryObject] = {}
        self._room = most_bytes
        self._count = 0

    # Lives ------------------------------------------------------------------------------------------------------------

    def create(
        self, size: int, lifetime: Lifetime, name: str = "", zero: bool = False, alignment: int = 0
    ) -> MemoryObject:
        """Create an object at an address that the oracle chooses.  `alignment` 0: fit for every type."""
        if size > self._room:
            raise LimitReached(Limit.BYTES)
        alignment = alignment or 2 * self.space.pointer
        try:
            base = self.oracle.place(self.space, size, alignment)
        except NoRoom:
            raise LimitReached(Limit.BYTES) from None
        if base % alignment or not self.space.is_free(base, size):
            raise ValueError(f"an oracle places {size} bytes at {base:#x}, which is not free or not aligned")
        thing = MemoryObject(self._count, base, size, lifetime, name, zero)
        self._room -= size
        self._count += 1
        self.space.add(thing)
        return thing

    def enter(self, local: Local) -> MemoryObject:
        return self.create(local.size, local.lifetime, local.name, alignment=local.alignment)

    def end(self, thing: MemoryObject) -> None:
        """End the life of an object, if it is alive."""
        if thing.is_alive:
            thing.is_alive = False
            self._room += thing.size
            self.space.remove(thing)

    def fits(self, size: int) -> bool:
        return size <= self._room

    def address(self, thing: MemoryObject) -> Pointer:
        return Pointer(thing.base, thing)

    # Accesses ---------------------------------------------------------------------------------------------------------

    def load(self, address: Value, size: int) -> Value:
        thing, offset = self.locate(address, size)
        return thing.read(offset, size, self.oracle.contents)

    def store(self, address: Value, size: int, value: Value, initial: bool = False) -> None:
        thing, offset = self.locate_writable(address, size, initial)
        thing.write(offset, size, value)

    def copy(self, target: Value, source: Value, count: int, initial: bool = False, *, apart: bool = False) -> None:
        """Copy bytes; unset ones are chosen first, so that the copy has the same."""
        origin, start = self.locate(source, count)
        thing, offset = self.locate_writable(target, count, initial)
        if apart and thing is origin and 0 < abs(offset - start) < count:
            raise Fault(MemoryErrorKind.OVERLAP, f"{count} bytes from offset {start} to {offset} of the {thing}")
        origin.settle(start, count, self.oracle.contents)
        thing.copy_from(offset, origin, start, count)

    def fill(self, target: Value, byte: int | None, count: int, initial: bool = False) -> None:
        thing, offset = self.locate_writable(target, count, initial)
        thing.fill(offset, count, byte)

    def locate(self, address: Value, size: int) -> tuple[MemoryObject, int]:
        """Return the object and the offset of the `size` bytes at `address`, or raise a fault."""
        if isinstance(address, Pointer):
            origin = address.origin
            offset = address.bits - origin.base
            if origin.is_alive and 0 <= offset <= origin.size - size and origin.lifetime is not Lifetime.FUNCTION:
                return origin, offset
        return self._looked_up(address, size)

    def locate_writable(self, address: Value, size: int, initial: bool = False) -> tuple[MemoryObject, int]:
        """Like `locate`, for a write; `initial` if it is part of the object's initialiser."""
        place = self.locate(address, size)
        if place[0].lifetime.is_read_only and not initial:
            raise Fault(MemoryErrorKind.READ_ONLY, place[0].lifetime.described)
        return place

    def _looked_up(self, address: Value, size: int) -> tuple[MemoryObject, int]:
        bits, origin = bits_of(address), origin_of(address)
        if bits < NULL_PAGE:
            raise Fault(MemoryErrorKind.NULL, f"the address is {bits}")
        thing = self.space.find(bits) if origin is None else origin
        if thing is None:
            raise Fault(MemoryErrorKind.INVALID, f"there is no object at {bits:#x}")
        if not thing.is_alive:
            raise Fault(
                _AFTER.get(thing.lifetime, MemoryErrorKind.DANGLING), f"the {thing} {thing.lifetime.afterwards}"
            )
        if thing.lifetime is Lifetime.FUNCTION:
            raise Fault(MemoryErrorKind.INVALID, f"{thing.name} is a function, which has no bytes")
        offset = bits - thing.base
        if not 0 <= offset <= thing.size - size:
            where = f"{size} bytes at offset {_signed(offset)} of the {thing} of {thing.size} bytes"
            raise Fault(MemoryErrorKind.BOUNDS, where)
        return thing, offset

    # Ends -------------------------------------------------------------------------------------------------------------

    def freeable(self, address: Value) -> MemoryObject:
        """Return the heap object that starts at `address`, which is not null, or raise a fault."""
        bits, origin = bits_of(address), origin_of(address)
        thing = self.space.find(bits) if origin is None else origin
        if thing is None:
            raise Fault(MemoryErrorKind.INVALID_FREE, f"there is no object at {bits:#x}")
        if not thing.is_alive:
            kind = MemoryErrorKind.DOUBLE_FREE if thing.lifetime is Lifetime.HEAP else MemoryErrorKind.INVALID_FREE
            raise Fault(kind, f"the {thing} {thing.lifetime.afterwards}")
        if thing.lifetime is not Lifetime.HEAP:
            raise Fault(MemoryErrorKind.INVALID_FREE, f"a {thing.lifetime.value} object")
        if bits != thing.base:
            raise Fault(MemoryErrorKind.INVALID_FREE, "not the start of the object")
        return thing

    def function_at(self, address: Value) -> str:
        """Return the name of the function at `address`, or raise a fault."""
        bits, origin = bits_of(address), origin_of(address)
        thing = self.space.find(bits) if origin is None else origin
        if thing is None or thing.lifetime is not Lifetime.FUNCTION or bits != thing.base:
            raise Fault(MemoryErrorKind.BAD_CALL, f"{bits:#x} is not the address of a function")
        return thing.name


def _signed(offset: int) -> int:
    """Return an offset as a person counts it: negative before the start of an object."""
    return offset - (1 << 64) if offset >= 1 << 63 else offset
