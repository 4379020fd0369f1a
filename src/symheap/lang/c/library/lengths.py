"""The least and the greatest number of bytes that a format of ``printf`` writes."""

from __future__ import annotations

from typing import Final, NamedTuple

_UNBOUNDED: Final = (1 << 31) - 1
"""Upper bound of every length: the result of ``printf`` is an int."""
_DIGITS: Final = {
    "d": {1: 4, 2: 6, 4: 11, 8: 20},
    "u": {1: 3, 2: 5, 4: 10, 8: 20},
    "x": {1: 2, 2: 4, 4: 8, 8: 16},
    "o": {1: 3, 2: 6, 4: 11, 8: 22},
}
_KINDS: Final = {"i": "d", "X": "x"}
_PREFIX: Final = 2
_POINTER: Final = (3, 18)
_REAL: Final = 330
_LONG_REAL: Final = 5_000
_USUAL_PRECISION: Final = 6


class Range(NamedTuple):
    """A range of numbers of bytes, both ends included."""

    least: int
    most: int

    def plus(self, other: Range) -> Range:
        return Range(self.least + other.least, min(self.most + other.most, _UNBOUNDED))


ANY: Final = Range(0, _UNBOUNDED)
NONE: Final = Range(0, 0)


def text_range(length: int) -> Range:
    return Range(length, length)


def conversion_range(kind: str, length: str, size: int, flags: str, precision: int | None) -> Range:
    """Return how many bytes a conversion of a number, a character or a pointer writes, without its width.

    `size` is that of the integer.
    """
    if kind == "c":
        return text_range(1)
    if kind == "p":
        return Range(*_POINTER)
    if kind in "aAeEfFgG":
        most = _LONG_REAL if length == "L" else _REAL
        return Range(1, most + (_USUAL_PRECISION if precision is None else precision))
    most = _DIGITS[_KINDS.get(kind, kind)][size] + _PREFIX * bool(set(flags) & set("+ #"))
    if "'" in flags:
        most *= 2
    if precision is None:
        return Range(1, most)
    return Range(precision, max(most, precision + 1 + _PREFIX))


def widened(found: Range, width: int | None, *, is_known: bool) -> Range:
    """Return the range after padding to a width: that of the format, or an unknown one if not `is_known`."""
    if not is_known:
        return Range(found.least, _UNBOUNDED)
    return found if width is None else Range(max(found.least, width), max(found.most, width))
