"""Parts of texts: ranges of characters, and their lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from symheap.core.terms import BV32, Op, Term, Value, ite
from symheap.core.theories.bitvectors import bitvector
from symheap.heap.api import Ref

UNBOUNDED = 1 << 40
"""A bound beyond all lengths, and so is every sum with it."""


class Range(NamedTuple):
    """A range of characters, of an array or of given values."""

    source: Ref | tuple[Value, ...]
    start: Value
    length: Value


class Measured(NamedTuple):
    """A part of a text: ranges in one place, all but one of which have length zero, and the length of that one.

    The length is from `least` to `most`, if that is known.
    """

    ranges: tuple[Range, ...]
    length: Value
    least: int = 0
    most: int = UNBOUNDED


def capacity(size: Value, parts: Sequence[Measured]) -> Value:
    """Return the length of a builder's array after all parts but the first were appended one by one.

    It grows only when needed: to the needed size, or to slightly more than twice its size.
    """
    count, least, most = parts[0].length, parts[0].least, parts[0].most
    for part in parts[1:]:
        count, least, most = bitvector(Op.BVADD, 32, count, part.length), least + part.least, most + part.most
        if isinstance(size, int) and most <= size:
            continue
        doubled = bitvector(Op.BVADD, 32, bitvector(Op.BVADD, 32, size, size), 2)
        fits = isinstance(doubled, int) and most <= doubled
        grown = doubled if fits else ite(bitvector(Op.BVSLT, 32, doubled, count), count, doubled, BV32)
        grows = isinstance(size, int) and size < least
        size = grown if grows else ite(bitvector(Op.BVSLT, 32, size, count), grown, size, BV32)
    return size


def of_array(array: Ref, length: Value) -> Measured:
    ranges = (Range(array, 0, length),)
    return Measured(ranges, length) if isinstance(length, Term) else Measured(ranges, length, length, length)


def given(text: str) -> Measured:
    return Measured((Range(_bytes(text), 0, len(text)),), len(text), len(text), len(text))


def _bytes(text: str) -> tuple[Value, ...]:
    return tuple(byte - 256 if byte > 127 else byte for byte in text.encode("latin-1"))


def either(condition: Value, then: str, other: str) -> Measured:
    """Return one of two texts: both in one place, one of them with length zero."""
    ranges = (
        Range(_bytes(then), 0, ite(condition, len(then), 0, BV32)),
        Range(_bytes(other), 0, ite(condition, 0, len(other), BV32)),
    )
    lengths = len(then), len(other)
    return Measured(ranges, ite(condition, *lengths, BV32), min(lengths), max(lengths))


def nullable(is_null: Value, array: Ref, length: Value) -> Measured:
    """Return the characters of a string, or ``null``."""
    if is_null is False:
        return of_array(array, length)
    null = _bytes("null")
    ranges = Range(null, 0, ite(is_null, len(null), 0, BV32)), Range(array, 0, ite(is_null, 0, length, BV32))
    return Measured(ranges, ite(is_null, len(null), length, BV32))
