"""Time limits: a moment that work keeps to, and the points at which it looks at the clock.

A `Deadline` is a value that is passed to whatever runs for long.  Walks over terms and heaps are the exception: there
are dozens, most of them below constructors such as `eq` whose callers do not know that they walk.  They call `tick`,
which consults the deadline of `within` for this thread, the one piece of context that is not passed.

Laws: `OutOfTime` is raised by `tick` and `look` only, so only between two steps of a loop that calls them, and only
inside of `within`.  Nothing is concluded from work that it has left.  A cache that outlives that work is changed in
single steps, none of which calls `tick`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Final, TypeVar

T = TypeVar("T")

_STRIDE: Final = 256
"""Ticks between two looks at the clock.  A step between two ticks takes microseconds."""


class OutOfTime(BaseException):
    """The time of `within` is over.

    Not an `Exception`: code that takes any failure of a solver or of a printer for *unknown* must not take this one.
    """


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment, by `perf_counter`.  `inf` is never."""

    at: float = inf

    @staticmethod
    def after(seconds: float | None) -> Deadline:
        """So many seconds from now; None: never."""
        return NEVER if seconds is None else Deadline(perf_counter() + seconds)

    @property
    def left(self) -> float:
        """Seconds until then, at least 0."""
        return max(0.0, self.at - perf_counter())

    @property
    def has_passed(self) -> bool:
        return perf_counter() > self.at

    def later(self, seconds: float) -> Deadline:
        return Deadline(self.at + seconds)

    def share(self, of: int) -> Deadline:
        """An equal share, for the first of so many units, of the time that is left."""
        return self if of <= 1 or self.at == inf else Deadline(perf_counter() + self.left / of)

    def __and__(self, other: Deadline) -> Deadline:
        """The earlier of two."""
        return self if self.at <= other.at else other


NEVER: Final = Deadline()


class _Here(threading.local):
    """The deadline of the thread that asks."""

    deadline: Deadline = NEVER


_here = _Here()
_ticks = _STRIDE  # of all threads together: which one of them looks at the clock next does not matter


def current() -> Deadline:
    """The deadline that this thread keeps to."""
    return _here.deadline


def within(deadline: Deadline, work: Callable[[], T]) -> T:
    """Return what `work` returns.  Raises `OutOfTime` where it looks at the clock after `deadline`, or starts then.

    An earlier deadline of a caller holds as well.
    """
    before = _here.deadline
    _here.deadline = before & deadline
    try:
        look()
        return work()
    finally:
        _here.deadline = before


def look() -> None:
    """Look at the clock.  For loops of which one round takes a while; all others call `tick`."""
    if perf_counter() > _here.deadline.at:
        raise OutOfTime


def tick() -> None:
    """Count one step of a loop that may be long, and look at the clock now and then."""
    global _ticks
    _ticks -= 1
    if _ticks < 0:
        _ticks = _STRIDE
        look()
