"""The caller of a use case, as the use case sees it: it can stop the work and is told of the progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol, TypeVar

from symheap.core.deadline import NEVER, Deadline
from symheap.session.status import Status

T = TypeVar("T")

GRACE_SECONDS: Final = 0.3
"""Seconds after a limit for a step that is nearly done.  A step that takes longer is abandoned."""


def last_moment(deadline: Deadline) -> Deadline:
    """Return the moment at which work that checks the clock is abandoned."""
    return deadline.later(GRACE_SECONDS)


class ReaderLeft(Exception):
    """The caller reads no more results."""


class Watcher(Protocol):
    """The caller of a use case.  `seen`: the caller has asked to stop; only finished results are still stored."""

    @property
    def seen(self) -> bool: ...

    def call(self, work: Callable[[], T], /) -> T | None:
        """Return the result of `work`, or None if the caller stopped it."""

    def each(self, items: Iterable[T], /) -> Iterator[T]:
        """Yield the items until the caller stops.

        An item in preparation is then lost; every item already yielded counts.
        """

    def until(self, seconds: float | None) -> Deadline:
        """Return the end of a run of so many seconds, counted from the start of the command; None: no limit."""

    def show(self, line: Callable[[], str]) -> None:
        """Use `line` from now on to describe the progress.  Any thread may call it."""

    def note(self, message: str) -> None:
        """Print a line of diagnostics."""

    def tell(self, message: str) -> None:
        """Print a line that may be left out in quiet mode."""

    def keeps(self, file: str) -> None:
        """Note that the run is stored in this file."""

    def would_end(self, status: Status) -> None:
        """Note the exit status of the command if it ended now."""


class Alone:
    """A caller that never stops the work and ignores what it is told.  Exceptions end the work."""

    seen = False

    def call(self, work: Callable[[], T], /) -> T | None:
        return work()

    def each(self, items: Iterable[T], /) -> Iterator[T]:
        return iter(items)

    def until(self, seconds: float | None) -> Deadline:
        return NEVER if seconds is None else Deadline.after(seconds)

    def show(self, line: Callable[[], str]) -> None:
        pass

    def note(self, message: str) -> None:
        pass

    def tell(self, message: str) -> None:
        pass

    def keeps(self, file: str) -> None:
        pass

    def would_end(self, status: Status) -> None:
        pass
