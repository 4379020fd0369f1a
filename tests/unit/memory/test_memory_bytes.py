"""Bytes in memory: bits, set or not, provenance."""

from __future__ import annotations

from symheap.memory.bytes import MemoryObject
from symheap.memory.ir import Lifetime
from symheap.memory.values import Pointer


def new(size: int = 16, *, zero: bool = False) -> MemoryObject:
    return MemoryObject(0, 0x1000, size, Lifetime.HEAP, zero=zero)


def nothing(count: int) -> bytes:
    raise AssertionError(count)


def test_what_is_written_is_read_little_endian() -> None:
    thing = new()
    thing.write(4, 4, 0x12345678)
    assert thing.read(4, 4, nothing) == 0x12345678
    assert thing.read(4, 1, nothing) == 0x78
    assert thing.read(6, 2, nothing) == 0x1234


def test_a_byte_that_was_anything_is_asked_for_once() -> None:
    thing = new()
    thing.write(1, 1, 7)
    asked: list[int] = []

    def contents(count: int) -> bytes:
        asked.append(count)
        return bytes([0xAA] * count)

    assert thing.peek(0, 4) is None
    assert thing.read(0, 4, contents) == 0xAAAA07AA
    assert thing.read(0, 4, contents) == 0xAAAA07AA
    assert asked == [1, 2]
    assert thing.peek(0, 4) == 0xAAAA07AA


def test_bytes_are_zero_from_the_start_if_they_should() -> None:
    assert new(zero=True).read(0, 8, nothing) == 0


def test_provenance_is_that_of_all_bytes() -> None:
    thing, other, third = new(), new(), new()
    thing.write(0, 8, Pointer(0x1000, other))
    assert thing.read(0, 8, nothing) == Pointer(0x1000, other)
    assert thing.read(1, 1, nothing) == Pointer(0x10, other)
    assert thing.origins() == {other}
    thing.write(3, 1, 0)
    assert thing.read(0, 8, nothing) == 0x1000
    thing.write(3, 1, Pointer(0, third))
    assert thing.read(0, 8, nothing) == 0x1000
    assert thing.origins() == {other, third}


def test_a_copy_has_all_that_bytes_carry() -> None:
    thing, other = new(), new()
    thing.write(0, 8, Pointer(0x1000, other))
    target = new(zero=True)
    target.copy_from(4, thing, 0, 10)
    assert target.read(4, 8, nothing) == Pointer(0x1000, other)
    assert target.peek(12, 1) is None
    assert target.peek(14, 2) == 0


def test_a_copy_may_overlap() -> None:
    thing = new()
    for at in range(8):
        thing.write(at, 1, at)
    thing.copy_from(2, thing, 0, 6)
    assert [thing.read(at, 1, nothing) for at in range(8)] == [0, 1, 0, 1, 2, 3, 4, 5]


def test_a_fill_is_a_byte_or_anything() -> None:
    thing = new(zero=True)
    thing.write(0, 8, Pointer(0x1000, thing))
    thing.fill(2, 4, 0xEE)
    assert thing.read(2, 4, nothing) == 0xEEEEEEEE
    assert thing.read(0, 8, nothing) == 0xEEEEEEEE1000
    thing.fill(3, 1, None)
    assert thing.peek(2, 1) == 0xEE
    assert thing.peek(3, 1) is None


def test_settling_leaves_what_was_set() -> None:
    thing = new(4)
    thing.write(1, 2, 0x0102)
    thing.settle(0, 4, lambda count: b"\xff" * count)
    assert thing.peek(0, 4) == 0xFF0102FF
