"""Time limits: deadlines, and the points at which work checks the clock.

A `Deadline` is a value that is passed to every long computation. Walks over terms and heaps are the exception: there
are dozens, most of them below constructors such as `eq` whose callers do not know that they walk. They call `tick`,
which consults the deadline that `within` set for this thread; it is the one piece of context that is not passed as an
argument.

A pending interrupt (Ctrl-C) ends the work of a thread at the same points: Python drops an exception that a signal
handler raises inside a finaliser or a callback of a weak reference, and runs such handlers in the main thread alone.

Laws: only `tick` and `look` raise `OutOfTime`, so it is raised only between two steps of a loop that calls them, and
only inside `within`. No conclusion is drawn from interrupted work. A cache that outlives that work is changed in single
steps, none of which calls `tick`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Final, TypeVar

T = TypeVar("T")

_STRIDE: Final = 256
"""Ticks between two checks of the clock.  A step between two ticks takes microseconds."""


class OutOfTime(BaseException):
    """Raised when the time of `within` is over.

    Not an `Exception`: code that treats any failure of a solver or a printer as *unknown* must not catch this one.
    """


@dataclass(frozen=True, slots=True)
class Deadline:
    """A point in time as `perf_counter` measures it. `inf` means never.

    It is pickled as a time of day, since another machine may read it.
    """

    at: float = inf

    def __reduce__(self) -> tuple[Callable[[float], Deadline], tuple[float]]:
        return _at_clock, (self.at - perf_counter() + time.time(),)

    @staticmethod
    def after(seconds: float | None) -> Deadline:
        """Return the deadline `seconds` from now; None means never."""
        return NEVER if seconds is None else Deadline(perf_counter() + seconds)

    @property
    def left(self) -> float:
        """Seconds until the deadline, at least 0."""
        return max(0.0, self.at - perf_counter())

    @property
    def has_passed(self) -> bool:
        return perf_counter() > self.at

    def later(self, seconds: float) -> Deadline:
        return Deadline(self.at + seconds)

    def share(self, of: int) -> Deadline:
        """Return the deadline for the first of `of` units of work, which share the remaining time equally."""
        return self if of <= 1 or self.at == inf else Deadline(perf_counter() + self.left / of)

    def __and__(self, other: Deadline) -> Deadline:
        """Return the earlier of two deadlines."""
        return self if self.at <= other.at else other


NEVER: Final = Deadline()


def _at_clock(seconds: float) -> Deadline:
    """Return a deadline by its time of day."""
    return Deadline(seconds - time.time() + perf_counter())


class _Here(threading.local):
    """The deadline of the current thread."""

    deadline: Deadline = NEVER


_here = _Here()
_interrupted: int | None = None
_ticks = _STRIDE  # shared by all threads: it does not matter which of them checks the clock next


def current() -> Deadline:
    """Return the deadline of this thread."""
    return _here.deadline


def within(deadline: Deadline, work: Callable[[], T]) -> T:
    """Return the result of `work`. Raise `OutOfTime` if it checks the clock after `deadline`, or starts after it.

    An earlier deadline of a caller still applies.
    """
    before = _here.deadline
    _here.deadline = before & deadline
    try:
        look()
        return work()
    finally:
        _here.deadline = before


def set_interrupted(thread: int | None) -> None:
    """Make `look` and `tick` raise `KeyboardInterrupt` in a thread, given by its identifier, or end that."""
    global _interrupted
    _interrupted = thread


def look() -> None:
    """Check the clock. For loops whose single rounds take long; all others call `tick`."""
    if _interrupted is not None and threading.get_ident() == _interrupted:
        raise KeyboardInterrupt
    if perf_counter() > _here.deadline.at:
        raise OutOfTime


def tick() -> None:
    """Count one step of a loop that may be long, and check the clock every few hundred steps."""
    global _ticks
    _ticks -= 1
    if _ticks < 0:
        _ticks = _STRIDE
        look()
