"""Damaged files from a seed, which a reader must either reject by name or read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

MAX_EDITS = 4
_TELLING = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)

Edit = Callable[[Random, bytearray, int], None]


def _flip_bit(random: Random, data: bytearray, at: int) -> None:
    data[at] ^= 1 << random.randrange(8)


def _set_byte(random: Random, data: bytearray, at: int) -> None:
    data[at] = random.randrange(256)


def _set_number(random: Random, data: bytearray, at: int) -> None:
    size = random.choice((1, 2, 4))
    value = random.choice(_TELLING) & ((1 << 8 * size) - 1)
    data[at : at + size] = value.to_bytes(size, random.choice(("big", "little")))


def _delete(random: Random, data: bytearray, at: int) -> None:
    del data[at : at + random.randint(1, 8)]


def _insert(random: Random, data: bytearray, at: int) -> None:
    data[at:at] = random.randbytes(random.randint(1, 8))


def _truncate(random: Random, data: bytearray, at: int) -> None:
    del data[at:]


def _copy(random: Random, data: bytearray, at: int) -> None:
    start = random.randrange(len(data))
    piece = data[start : start + random.randint(1, 64)]
    data[at : at + len(piece)] = piece


_EDITS: tuple[Edit, ...] = (
    _flip_bit,
    _set_byte,
    _set_byte,
    _set_number,
    _set_number,
    _delete,
    _insert,
    _copy,
    _truncate,
)


def mutants(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """Yield `count` damaged copies of `data`, the same for the same seed."""
    random = Random(seed)
    for _ in range(count):
        copy = bytearray(data)
        for _ in range(random.randint(1, MAX_EDITS)):
            if copy:
                random.choice(_EDITS)(random, copy, random.randrange(len(copy)))
        yield bytes(copy)
