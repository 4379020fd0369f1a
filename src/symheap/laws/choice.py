"""Exhaustive search by replay: run a function once for every sequence of choices that it can make."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")


class Chooser:
    """Makes choices: replays those of a prefix, then takes the first alternative each time."""

    def __init__(self, prefix: list[int]) -> None:
        self._prefix = prefix
        self.made: list[tuple[int, int]] = []

    def choose(self, alternatives: int) -> int:
        at = len(self.made)
        choice = self._prefix[at] if at < len(self._prefix) else 0
        self.made.append((choice, alternatives))
        return choice

    def following(self) -> list[int] | None:
        """Return the next sequence in lexicographic order, or None after the last."""
        choices = list(self.made)
        while choices:
            choice, alternatives = choices.pop()
            if choice + 1 < alternatives:
                return [c for c, _ in choices] + [choice + 1]
        return None


def every_choice(body: Callable[[Chooser], T]) -> Iterator[T]:
    """Yield the result of `body` for every sequence of choices, each once."""
    prefix: list[int] | None = []
    while prefix is not None:
        chooser = Chooser(prefix)
        yield body(chooser)
        prefix = chooser.following()
