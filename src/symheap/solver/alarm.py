"""The end of a run's time, kept although what the run is at does not look at the clock.

A thread waits for that moment and then stops the run: a call of a solver's library in the way which the library has for
that, anything else by an exception between two instructions, as an interrupt from the keyboard does.

Laws: `OutOfTime` is raised inside of `Alarm.during` only, and none is on its way when that is over.  What was stopped
is thrown away as a whole.  Caches that outlive it are changed in single steps, so they are whole at any instruction.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from functools import partial
from math import inf
from time import perf_counter
from typing import Final, TypeVar

T = TypeVar("T")

_AGAIN_SECONDS: Final = 0.2
"""An exception can get lost, in a destructor for instance."""


class OutOfTime(BaseException):
    """No `Exception`: who takes whatever goes wrong in a solver for an answer must not take this."""


class Alarm:
    """Rings at the moment `at`, by `perf_counter`.  Use `during` in one thread at a time, and `close` at the end."""

    def __init__(self, at: float) -> None:
        self.at = at
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._inside: int | None = None
        self._stop: Callable[[], object] | None = None
        self.has_rung = False
        self._unraisable = sys.unraisablehook
        threading.Thread(target=self._wait, name="symheap-alarm", daemon=True).start()

    def during(self, work: Callable[[], T]) -> T:
        """What `work` returns.  Raises `OutOfTime` if it is still at it when the alarm rings."""
        before = current()
        try:
            try:
                with self._lock:
                    self._inside = threading.get_ident()
                    _here.alarm = self
                if self.has_rung:
                    raise OutOfTime
                return work()
            finally:
                self._leave(before)
        except OutOfTime:
            self._leave(before)
            raise

    def _leave(self, before: Alarm | None) -> None:
        with self._lock:
            self._inside = self._stop = None
            _here.alarm = before
            if self.has_rung:
                _raise_in(threading.get_ident(), None)
                if sys.unraisablehook == self._unless_lost:
                    sys.unraisablehook = self._unraisable

    def call(self, work: Callable[[], T], stop: Callable[[], object]) -> T:
        """As `stoppable`, under this alarm."""
        try:
            with self._lock:
                self._stop = stop
            return work()
        finally:
            with self._lock:
                self._stop = None
            if self.has_rung or perf_counter() > self.at:
                raise OutOfTime

    def close(self) -> None:
        self._over.set()

    def _wait(self) -> None:
        """Who is not inside when it rings has seen the time himself, and does not come back."""
        seconds = self.at - perf_counter()
        while not self._over.wait(min(max(0.0, seconds), threading.TIMEOUT_MAX)):
            with self._lock:
                if self._inside is not None and not self.has_rung:
                    self._unraisable, sys.unraisablehook = sys.unraisablehook, self._unless_lost
                self.has_rung = True
                if self._inside is None:
                    return
                if self._stop is not None:
                    self._stop()
                else:
                    _raise_in(self._inside, OutOfTime)
            seconds = _AGAIN_SECONDS

    def _unless_lost(self, problem: sys.UnraisableHookArgs) -> None:
        """Nobody is told of an exception that got lost, since it comes again."""
        if problem.exc_type is not OutOfTime:
            self._unraisable(problem)


def _raise_in(thread: int, exception: type[BaseException] | None) -> None:
    """Have a thread raise an exception at its next instruction; None: take back the one that it has not raised yet."""
    raised = None if exception is None else ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


_here = threading.local()


def current() -> Alarm | None:
    """That under which this thread works."""
    found: Alarm | None = getattr(_here, "alarm", None)
    return found


def stoppable(work: Callable[[], T], stop: Callable[[], object]) -> T:
    """What `work`, a call of a library, returns.  If an alarm rings meanwhile, `stop` is called from its thread.

    `stop` can come again, and it can come when the library has just finished; it never comes later.
    """
    alarm = current()
    return work() if alarm is None else alarm.call(work, stop)


def by_itself() -> None:
    """How to stop a library that is `looking_at_the_clock`."""


def looking_at_the_clock(alarm: Alarm | None) -> Callable[[], bool]:
    """Whether the moment of an alarm is over, for a library that asks while it holds the lock of the interpreter.

    Not an instruction of Python is run for that: an interrupt from the keyboard would be raised there, and get lost.
    """
    end = inf if alarm is None else alarm.at
    return partial(next, map(end.__lt__, iter(perf_counter, None)))
