"""The values that readers of a test prefer: small numbers, and letters in texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from symheap.core.model import Plain
from symheap.core.terms import Sort
from symheap.core.theories import ieee

Cost = tuple[int, int]
"""The cost of a value, comparable between values of one symbol only."""

PLAIN: Final = (0.0, 1.0, 2.0, 3.0, 10.0, -1.0, -2.0, 0.5, -0.5, 1.5, 100.0, -10.0, 1e6, 1e10, -1e10)
LETTERS: Final = (
    (ord("a"), ord("a")),
    (ord("a"), ord("z")),
    (ord("A"), ord("Z")),
    (ord("0"), ord("9")),
    (33, 126),
    (32, 32),
)
"""Ranges of letters, best first."""


def number_cost(value: Plain) -> Cost:
    """Return the cost of a number, in the order 0, 1, 2, …, then -1, -2, …"""
    return (0, int(value)) if value >= 0 else (1, -int(value))


def letter_cost(value: Plain) -> Cost:
    """Return the cost of a character: by the first range that contains it, then by its place in the range."""
    for at, (low, high) in enumerate(LETTERS):
        if low <= value <= high:
            return (at, int(value) - low)
    return (len(LETTERS) + number_cost(value)[0], abs(int(value)))


def plain_floats(sort: Sort) -> Iterator[int]:
    """Yield the bits of plain numbers, best first."""
    write = ieee.writer(sort.float_width)
    return (write(number) for number in PLAIN)


def float_cost(value: Plain, sort: Sort) -> Cost:
    plain = list(plain_floats(sort))
    return (plain.index(int(value)), 0) if value in plain else (len(plain), 0)
