"""The command line as the caller of a use case: Ctrl-C stops the work, a line on the terminal shows the progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TypeVar

from symheap.cli.terminal.clock import line
from symheap.cli.terminal.streams import Progress, complain
from symheap.core.deadline import NEVER, Deadline
from symheap.jobs.interrupt import Interrupt
from symheap.session.status import Status

T = TypeVar("T")


class Watching:
    """While open, an interrupt stops the work, and `progress` is shown."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._interrupt = Interrupt()
        self._line: Callable[[], str] = str
        self.has_limit = False
        self.progress = Progress(lambda: self._line(), quiet=quiet)

    def __enter__(self) -> Watching:
        self._interrupt.__enter__()
        self.progress.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.progress.__exit__(kind, error, trace)
        self._interrupt.__exit__(kind, error, trace)

    @property
    def seen(self) -> bool:
        return self._interrupt.seen

    def call(self, work: Callable[[], T], /) -> T | None:
        return self._interrupt.call(work)

    def each(self, items: Iterable[T], /) -> Iterator[T]:
        return self._interrupt.each(items)

    def until(self, seconds: float | None) -> Deadline:
        """Return the deadline, counted from the start of the process, and send the limit to the supervising process."""
        connection = line()
        connection.limit(seconds)
        self.has_limit = seconds is not None
        return NEVER if seconds is None else Deadline(connection.began + seconds)

    def show(self, line: Callable[[], str]) -> None:
        self._line = line

    def note(self, message: str) -> None:
        complain(message)

    def tell(self, message: str) -> None:
        if not self._quiet:
            complain(message)

    def keeps(self, file: str) -> None:
        line().run(file)

    def would_end(self, status: Status) -> None:
        line().status(status)
