"""Small numbers for the objects of a model."""

from __future__ import annotations

from collections.abc import Collection, Hashable


class Numbering:
    """Numbers elements `above`+1, `above`+2 … in the order of first use.

    Elements in `fixed` keep their number, which no other element gets.
    """

    __slots__ = ("_fixed", "_last", "_numbers")

    def __init__(self, fixed: dict[Hashable, int], above: int = 0, taken: Collection[int] = ()) -> None:
        self._numbers = fixed
        self._fixed = frozenset((*fixed.values(), *taken))
        self._last = above

    def __getitem__(self, element: Hashable) -> int:
        number = self._numbers.get(element)
        if number is None:
            number = self._last + 1
            while number in self._fixed:
                number += 1
            self._numbers[element] = self._last = number
        return number
