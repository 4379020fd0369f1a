"""Run jobs in processes of their own, each with its limits.  The failure of one does not affect the others."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from symheap.bench.explore import MethodJob, Report, peak_megabytes
from symheap.bench.row import Row, RowOutcome, Tests
from symheap.core.garbage import collect_rarely
from symheap.jobs.pool import resident_megabytes

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

Work = Callable[[MethodJob, Report], Row]

_LOOK_SECONDS = 0.1
_START_SECONDS = 60.0
"""Seconds that a process may take to start on a busy machine; its own time limit starts after that."""

_LONGEST_REASON = 300
_MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class JobLimits:
    """The limits of each job.

    A job should keep to `seconds` itself; it is killed `grace` seconds later, or if it exceeds `megabytes`.
    """

    seconds: float
    megabytes: int
    grace: float = 2.0


def run(jobs: Iterable[MethodJob], work: Work, workers: int, limits: JobLimits) -> Generator[Row, None, None]:
    """Yield a row for each job as it is finished, with up to `workers` jobs at a time.

    Closing the iterator kills the rest.

    `work` is a function of a module.  Processes are forked from a server that has only imported this package, so that
    they inherit no lock, no thread and no solver of this process.
    """
    context = _context()
    waiting = iter(jobs)
    running: list[_Child] = []
    try:
        while True:
            while len(running) < workers and (job := next(waiting, None)) is not None:
                with _starting():
                    running.append(_Child(context, work, job, limits))
            if not running:
                return
            wait([child.connection for child in running], timeout=_LOOK_SECONDS)
            for child in tuple(running):
                row = child.look()
                if row is not None:
                    running.remove(child)
                    yield row
    finally:
        for child in running:
            child.end()


def _context() -> multiprocessing.context.BaseContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


@contextlib.contextmanager
def _starting() -> Generator[None, None, None]:
    """Hold back interrupts until the new process is registered; the process itself starts with them blocked.

    Otherwise a process could be left behind that waits for a job and reports an error when it gets none.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    try:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        signal.raise_signal(signal.SIGINT)


class _Child:
    """A process with a job, seen from outside.

    `_last` is its last report.  `_started` is its start, or before that the latest time at which it may start.
    """

    def __init__(
        self, context: multiprocessing.context.BaseContext, work: Work, job: MethodJob, limits: JobLimits
    ) -> None:
        self.connection, theirs = context.Pipe()
        self._limits = limits
        self._last = _blank(job)
        self._peak = 0
        self._started = perf_counter() + _START_SECONDS
        self._process: BaseProcess = context.Process(  # type: ignore[attr-defined]
            target=_main, args=(work, job, theirs, limits.megabytes), daemon=True
        )
        self._process.start()
        theirs.close()

    def look(self) -> Row | None:
        """Return the row once the job is done or exceeds its limits; the process is then gone."""
        try:
            while self.connection.poll():
                message: tuple[Row, bool] = self.connection.recv()
                row, is_last = message
                if is_last:
                    self.end()
                    return replace(row, megabytes=max(row.megabytes, self._peak))
                now = perf_counter()
                self._started = now if row.tests is not None else min(self._started, now)
                self._last = row
        except (EOFError, OSError):
            return self._died()
        return self._beyond()

    def _beyond(self) -> Row | None:
        self._peak = max(self._peak, resident_megabytes(self._process.pid))
        if self._peak > self._limits.megabytes:
            return self._ended(RowOutcome.MEMORY, f"more than {self._limits.megabytes} MB")
        late = perf_counter() - self._started - self._limits.seconds
        if late > self._limits.grace:
            return self._ended(RowOutcome.TIME, f"ended {self._limits.grace:g} s after its time")
        return None

    def _died(self) -> Row:
        """Return the row of a process that ended without one.  This process did not kill it for exceeding a limit."""
        self._process.join(5)
        code = self._process.exitcode
        if code is None or code >= 0:
            return self._ended(RowOutcome.FAILED, f"the process ended with status {code}")
        name = signal.Signals(-code).name if -code in signal.valid_signals() else str(-code)
        if -code == signal.SIGKILL:
            return self._ended(RowOutcome.FAILED, f"killed from outside ({name})")
        return self._ended(RowOutcome.FAILED, f"the process was ended by {name}")

    def _ended(self, outcome: RowOutcome, reason: str) -> Row:
        self.end()
        seconds = max(0.0, perf_counter() - self._started)
        if self._last.tests is not None:
            return replace(self._last, tests=_stopped(self._last.tests, seconds, reason))
        reasons = {**self._last.reasons, reason: 1}
        return replace(
            self._last,
            outcome=outcome,
            reasons=reasons,
            seconds=seconds,
            megabytes=max(self._last.megabytes, self._peak),
        )

    def end(self) -> None:
        self.connection.close()
        self._process.kill()
        self._process.join()
        self._process.close()


# In the child process -------------------------------------------------------------------------------------------------


def _main(work: Work, job: MethodJob, connection: Connection, megabytes: int) -> None:
    """Do the job, send its row and exit at once, without freeing memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()
    if not resident_megabytes(os.getpid()):
        _limit_memory(megabytes)
    collect_rarely()
    last = _blank(job)
    connection.send((last, False))

    def report(row: Row) -> None:
        nonlocal last
        last = row
        connection.send((row, False))

    try:
        row = work(job, report)
    except MemoryError:
        row = _ended_by(last, RowOutcome.MEMORY, {})
    except Exception as error:
        row = _ended_by(last, RowOutcome.FAILED, {_said(error): 1})
    connection.send((row, True))
    connection.close()
    os._exit(0)


def _ended_by(last: Row, outcome: RowOutcome, reasons: Mapping[str, int]) -> Row:
    """Return the row of a job that was ended by an error.

    If tests were being made, the exploration had ended before and its outcome stays.
    """
    if last.tests is not None:
        return replace(last, tests=_stopped(last.tests, 0.0, "; ".join(reasons) or outcome.value))
    return replace(last, outcome=outcome, reasons=reasons or last.reasons, megabytes=peak_megabytes())


def _stopped(tests: Tests, seconds: float, reason: str) -> Tests:
    """Return the tests of a job that was stopped: while running them, if it had begun to, or else while making them."""
    if tests.replay is not None:
        return replace(tests, replay=replace(tests.replay, stopped=reason))
    return replace(tests, seconds=seconds, stopped=reason)


def _follow_parent() -> None:
    """Exit when the parent process is gone, since nothing then waits for the row."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _limit_memory(megabytes: int) -> None:
    """Let the system refuse more memory, where it cannot be measured from outside."""
    with contextlib.suppress(ImportError, OSError, OverflowError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * _MEGABYTE, megabytes * _MEGABYTE))


def _blank(job: MethodJob) -> Row:
    return Row(job.method, job.heap, RowOutcome.TIME)


def _said(error: Exception) -> str:
    """Return an error of the tool and its place as a reason."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" @ {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {error}"[:_LONGEST_REASON] + place
