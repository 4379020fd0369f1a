"""Interruption of solver calls at the deadline of the calling thread.

Each library is stopped in its own way: z3 by an interrupt from another thread, bitwuzla by a function that it polls.
Nothing is raised in the waiting thread; it checks the clock when the call has returned.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Final, TypeVar

from symheap.core.deadline import NEVER, Deadline, current, look

T = TypeVar("T")
Stop = Callable[[], object]

_AGAIN_SECONDS: Final = 0.1
"""An interrupt that arrives just before the library starts is lost, so it is sent again after this time."""
_IDLE_SECONDS: Final = 0.5
"""The thread ends when no call was made for this long."""


class Watchdog:
    """A thread that calls `stop` for every library call that is still running at its deadline, until it returns.

    Law: `stop` may be called just after the library has finished, but never after `call` has returned.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition(threading.Lock())
        self._calls: dict[int, tuple[float, Stop]] = {}
        self._thread: threading.Thread | None = None
        self._wakes_at = 0.0
        self._was_used = False

    def call(self, deadline: Deadline, work: Callable[[], T], stop: Stop) -> T:
        caller = threading.get_ident()
        try:
            with self._changed:
                self._calls[caller] = deadline.at, stop
                self._was_used = True
                if self._thread is None:
                    self._start()
                elif deadline.at < self._wakes_at:
                    self._changed.notify()
            return work()
        finally:
            with self._changed:
                self._calls.pop(caller, None)

    def is_idle(self) -> bool:
        """Whether no thread is running."""
        return self._thread is None

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._watch, name="symheap-watchdog", daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        with self._changed:
            while self._calls or self._was_used:
                self._was_used = False
                seconds = self._stopped()
                self._wakes_at = perf_counter() + seconds
                self._changed.wait(min(seconds, threading.TIMEOUT_MAX))
            self._thread = None

    def _stopped(self) -> float:
        """Stop the late calls and return the seconds until the next check."""
        now = perf_counter()
        late = [stop for at, stop in self._calls.values() if at <= now]
        for stop in late:
            stop()
        if late:
            return _AGAIN_SECONDS
        return min([_IDLE_SECONDS, *(at - now for at, _ in self._calls.values())])


_watchdog = Watchdog()


def _forget_thread() -> None:
    """Start over in a forked process, which has none of the threads."""
    global _watchdog
    _watchdog = Watchdog()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_thread)


def stoppable(work: Callable[[], T], stop: Stop) -> T:
    """Return the result of `work`, a library call; `stop` is called from another thread at the deadline.

    Raises `OutOfTime` if time is over when the call returns, whatever it returns: it may have been stopped.
    """
    deadline = current()
    if deadline is NEVER:
        return work()
    try:
        return _watchdog.call(deadline, work, stop)
    finally:
        look()


def polled(work: Callable[[], T]) -> T:
    """As `stoppable`, for a library that polls `looking_at_the_clock`."""
    try:
        return work()
    finally:
        look()


def looking_at_the_clock(deadline: Deadline) -> Callable[[], bool]:
    """Return a function that tells whether `deadline` has passed.

    For a library that calls it while holding the interpreter lock. The function executes no Python instruction: a
    keyboard interrupt would be raised there and get lost.
    """
    return partial(next, map(deadline.at.__lt__, iter(perf_counter, None)))
