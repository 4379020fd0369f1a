"""The caller of a use case, as the use case sees it: it may stop the work, and hears how far the work is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol, TypeVar

from symheap.core.deadline import NEVER, Deadline
from symheap.session.status import Status

T = TypeVar("T")

GRACE_SECONDS: Final = 0.3
"""After a limit, for a step that is nearly done.  A step that takes longer is given up."""


def last_moment(deadline: Deadline) -> Deadline:
    """The moment at which work that looks at the clock is given up."""
    return deadline.later(GRACE_SECONDS)


class ReaderLeft(Exception):
    """The caller reads no more results."""


class Watcher(Protocol):
    """A caller.  `seen`: it has asked to stop; work goes on only to keep what was found."""

    @property
    def seen(self) -> bool: ...

    def call(self, work: Callable[[], T], /) -> T | None:
        """The result of `work`, or None if the caller stopped it."""

    def each(self, items: Iterable[T], /) -> Iterator[T]:
        """The items until the caller stops.  An item that was being made is lost, none that was handed out is."""

    def until(self, seconds: float | None) -> Deadline:
        """The end of a run that has so many seconds, counted from the beginning of the command; None: no limit."""

    def show(self, line: Callable[[], str]) -> None:
        """From now on `line` tells how far the work is.  Any thread may call it."""

    def note(self, message: str) -> None:
        """A line of diagnostics."""

    def tell(self, message: str) -> None:
        """A line that may be left out where little is to be said."""

    def keeps(self, file: str) -> None:
        """The run is kept in this file."""

    def would_end(self, status: Status) -> None:
        """The status of the command if it were ended now."""


class Alone:
    """A caller that never stops the work and does not listen, except that exceptions end it."""

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
