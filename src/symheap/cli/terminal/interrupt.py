"""Ctrl-C: stops the engine at once, lets what is being written be finished, and leaves at the second time."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from types import FrameType, TracebackType
from typing import TypeVar

T = TypeVar("T")


class Interrupt:
    """While open, an interrupt ends `each` and `call` early and sets `seen`; elsewhere it waits for them."""

    def __init__(self) -> None:
        self.seen = False
        self._stoppable = False
        self._before: signal.Handlers | Callable[[int, FrameType | None], object] | int | None = None

    def __enter__(self) -> Interrupt:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        again, self.seen = self.seen, True
        if self._stoppable or again:
            raise KeyboardInterrupt

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """The items until an interrupt.  One that was being made is lost, none that was handed out is."""
        iterator = iter(items)
        while not self.seen:
            found = self.call(lambda: next(iterator, None))
            if found is None or self.seen:
                return
            yield found

    def call(self, work: Callable[[], T]) -> T | None:
        """What `work` gives, or None if it was interrupted."""
        if self.seen:
            return None
        try:
            self._stoppable = True
            return work()
        except KeyboardInterrupt:
            self.seen = True
            return None
        finally:
            self._stoppable = False
