"""Ctrl-C: the first one stops the engine but lets pending writes finish, the second one leaves at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from types import FrameType, TracebackType
from typing import TypeVar

from symheap.core.deadline import set_interrupted

T = TypeVar("T")


class Interrupt:
    """While open, an interrupt ends `each` and `call` early and sets `seen`; outside of these it only sets `seen`.

    An interrupt is the signal `number`, or a call of `stop`.
    """

    def __init__(self, number: int = signal.SIGINT) -> None:
        self.seen = False
        self._number = number
        self._stoppable: int | None = None
        self._before: signal.Handlers | Callable[[int, FrameType | None], object] | int | None = None

    def __enter__(self) -> Interrupt:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(self._number, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(self._number, self._before)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        again, self.seen = self.seen, True
        if self._stoppable is not None or again:
            set_interrupted(self._stoppable)
            raise KeyboardInterrupt

    def stop(self) -> None:
        """Interrupt the work of another thread."""
        self.seen = True
        set_interrupted(self._stoppable)

    def reset(self) -> None:
        """Forget an interrupt, before the next work begins."""
        self.seen = False
        set_interrupted(None)

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items until an interrupt.

        An item in preparation is then lost; every item already yielded counts.
        """
        iterator = iter(items)
        while not self.seen:
            item = self.call(lambda: next(iterator, None))
            if item is None or self.seen:
                return
            yield item

    def call(self, work: Callable[[], T]) -> T | None:
        """Return the result of `work`, or None if it was interrupted."""
        if self.seen:
            return None
        try:
            self._stoppable = threading.get_ident()
            return work()
        except KeyboardInterrupt:
            self.seen = True
            return None
        finally:
            self._stoppable = None
            set_interrupted(None)
