"""Concrete values: bits, and for pointers the object that they came from.

A value without provenance is a plain integer.  Bits are read as unsigned: ``0 <= bits < 2 ** (8 * size)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Union

if TYPE_CHECKING:
    from symheap.memory.bytes import MemoryObject


class Pointer(NamedTuple):
    """Bits that came from the address of `origin`: an address inside or outside of it, or some bytes of one."""

    bits: int
    origin: MemoryObject


Value = Union[int, Pointer]


def bits_of(value: Value) -> int:
    return value if isinstance(value, int) else value.bits


def origin_of(value: Value) -> MemoryObject | None:
    return None if isinstance(value, int) else value.origin


def with_origin(bits: int, origin: MemoryObject | None) -> Value:
    return bits if origin is None else Pointer(bits, origin)
