"""The caller of a use case that runs in a worker: it can be asked to stop, and hears of no progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from symheap.jobs.interrupt import Interrupt
from symheap.session.watching import Alone

T = TypeVar("T")


class Stoppable(Alone):
    """Stops when the process is interrupted."""

    def __init__(self, interrupt: Interrupt) -> None:
        self._interrupt = interrupt

    @property
    def seen(self) -> bool:  # type: ignore[override]
        return self._interrupt.seen

    def call(self, work: Callable[[], T], /) -> T | None:
        return self._interrupt.call(work)

    def each(self, items: Iterable[T], /) -> Iterator[T]:
        return self._interrupt.each(items)
