"""Memory: the objects of a run, and which accesses are errors.

An access is one to the object that its address came from, whatever else is at that address: outside of it or after its
life it is an error.  An address without provenance, as of an integer, is one of whatever is there.
"""

from __future__ import annotations

from typing import Final

from symheap.memory.bytes import MemoryObject
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.ir import Lifetime, Local
from symheap.memory.oracle import Oracle
from symheap.memory.outcome import Fault, Limit, LimitReached
from symheap.memory.placement import NoRoom
from symheap.memory.space import NULL_PAGE, AddressSpace
from symheap.memory.values import Pointer, Value, bits_of, origin_of

_AFTER: Final = {
    Lifetime.HEAP: MemoryErrorKind.DANGLING,
    Lifetime.LOCAL: MemoryErrorKind.SCOPE,
    Lifetime.CONSTANT_LOCAL: MemoryErrorKind.SCOPE,
}


class Memory:
    """`globals` are the globals, the strings and the functions whose address is taken, by name."""

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
        """A new object where the oracle says.  `alignment` 0: fit for every type."""
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
        """The life of an object ends; one that is over is let pass."""
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
        """Bytes that were anything are settled first: the copy has the same."""
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
        """The object and the offset of the `size` bytes at `address`, or a fault."""
        if isinstance(address, Pointer):
            origin = address.origin
            offset = address.bits - origin.base
            if origin.is_alive and 0 <= offset <= origin.size - size and origin.lifetime is not Lifetime.FUNCTION:
                return origin, offset
        return self._looked_up(address, size)

    def locate_writable(self, address: Value, size: int, initial: bool = False) -> tuple[MemoryObject, int]:
        """As `locate`, for a write; `initial`: one of the object's initialiser."""
        found = self.locate(address, size)
        if found[0].lifetime.is_read_only and not initial:
            raise Fault(MemoryErrorKind.READ_ONLY, found[0].lifetime.described)
        return found

    def _looked_up(self, address: Value, size: int) -> tuple[MemoryObject, int]:
        bits, origin = bits_of(address), origin_of(address)
        if bits < NULL_PAGE:
            raise Fault(MemoryErrorKind.NULL, f"the address is {bits}")
        found = self.space.find(bits) if origin is None else origin
        if found is None:
            raise Fault(MemoryErrorKind.INVALID, f"there is no object at {bits:#x}")
        if not found.is_alive:
            raise Fault(_AFTER.get(found.lifetime, MemoryErrorKind.DANGLING), f"the {found} is no more")
        if found.lifetime is Lifetime.FUNCTION:
            raise Fault(MemoryErrorKind.INVALID, f"{found.name} is a function, which has no bytes")
        offset = bits - found.base
        if not 0 <= offset <= found.size - size:
            where = f"{size} bytes at offset {_signed(offset)} of the {found} of {found.size} bytes"
            raise Fault(MemoryErrorKind.BOUNDS, where)
        return found, offset

    # Ends -------------------------------------------------------------------------------------------------------------

    def freeable(self, address: Value) -> MemoryObject:
        """The heap object that `address`, which is not null, is the start of, or a fault."""
        bits, origin = bits_of(address), origin_of(address)
        found = self.space.find(bits) if origin is None else origin
        if found is None:
            raise Fault(MemoryErrorKind.INVALID_FREE, f"there is no object at {bits:#x}")
        if not found.is_alive:
            kind = MemoryErrorKind.DOUBLE_FREE if found.lifetime is Lifetime.HEAP else MemoryErrorKind.INVALID_FREE
            raise Fault(kind, f"the {found} is no more")
        if found.lifetime is not Lifetime.HEAP:
            raise Fault(MemoryErrorKind.INVALID_FREE, f"a {found.lifetime.value} object")
        if bits != found.base:
            raise Fault(MemoryErrorKind.INVALID_FREE, "not the start of the object")
        return found

    def function_at(self, address: Value) -> str:
        """The name of the function that `address` is the address of, or a fault."""
        bits, origin = bits_of(address), origin_of(address)
        found = self.space.find(bits) if origin is None else origin
        if found is None or found.lifetime is not Lifetime.FUNCTION or bits != found.base:
            raise Fault(MemoryErrorKind.BAD_CALL, f"{bits:#x} is not the address of a function")
        return found.name


def _signed(offset: int) -> int:
    """An offset as a person counts it: before the start of an object it is negative."""
    return offset - (1 << 64) if offset >= 1 << 63 else offset
