"""Stop and resume runs.

Law: a signal is sent only to a process that works on the run at that moment.  The process number in the file of a run
may belong to another process by now.  So the process is pinned first, then checked to hold the lock of the run, and
only the pinned process is signalled.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from symheap.store.file import RunFile
from symheap.store.folder import runs_folder
from symheap.store.locks import is_locked, lock_file
from symheap.store.records import RunState, RunStatus

_SECONDS_TO_BEGIN: Final = 60.0
_SECONDS_TO_SEE: Final = 5.0
_SECONDS_TO_END: Final = 5.0
_FAILED: Final = (2, 4)
_LONGEST: Final = 400


class ControlRefused(Exception):
    """The request was refused; the message is one line with the reason."""


# Stopping -------------------------------------------------------------------------------------------------------------


def stop(file: Path) -> None:
    """Ask the process that works on a run to end, as Ctrl-C does.  Its results so far are stored."""
    standing = _standing(file)
    if standing.state is not RunState.RUNNING or standing.process is None:
        raise ControlRefused("the run is not in progress")
    try:
        process = os.pidfd_open(standing.process)
    except (AttributeError, OSError) as error:
        raise ControlRefused(
            f"its process cannot be reached ({_reason(error)}): stop it where it was started"
        ) from error
    try:
        if not _has_open(standing.process, lock_file(file)) or not is_locked(file):
            raise ControlRefused("the process that works on the run cannot be told: stop it where it was started")
        signal.pidfd_send_signal(process, signal.SIGINT)
    except PermissionError as error:
        raise ControlRefused("the run is another user's: stop it where it was started") from error
    except ProcessLookupError as error:
        raise ControlRefused("the run is not in progress") from error
    finally:
        os.close(process)


def _standing(file: Path) -> RunStatus:
    with RunFile.read(file) as run:
        return run.standing()


def _has_open(process: int, file: Path) -> bool:
    """Whether the process has the file open.  Raises `PermissionError` if the process belongs to another user."""
    try:
        target, entries = file.stat(), [*os.scandir(f"/proc/{process}/fd")]
    except FileNotFoundError:
        return False
    for entry in entries:
        try:
            if os.path.samestat(entry.stat(), target):
                return True
        except FileNotFoundError:
            continue
    return False


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else "not on this system"


# Resuming -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resuming:
    """The processes that resume runs for this server.  They end with the server and lose no results."""

    _children: set[subprocess.Popen[bytes]] = field(default_factory=set)
    _changing: Lock = field(default_factory=Lock)

    def resume(self, file: Path) -> None:
        """Start a process for the run and return when it is working.  Raises `ControlRefused` if it does not start."""
        if is_locked(file):
            raise ControlRefused("the run is already in progress")
        log = file.with_suffix(".log")
        try:
            child = self._started(file, log)
        except OSError as error:
            raise ControlRefused(f"the run cannot be resumed: {_reason(error)}") from error
        if not _goes_on(child, file):
            raise ControlRefused(_last_line(log) or "the run cannot be resumed")

    def _started(self, file: Path, log: Path) -> subprocess.Popen[bytes]:
        """Start the process in its own session, so that Ctrl-C in the server's terminal reaches only the server."""
        with open(log, "wb") as output, self._changing:
            child = subprocess.Popen(
                [sys.executable, "-P", "-m", "symheap", "resume", str(file)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=file.parent,
                env={**os.environ, "SYMHEAP_RUNS": os.path.abspath(runs_folder(os.environ))},
                start_new_session=True,
            )
            self._children.add(child)
        Thread(target=self._wait, args=(child,), daemon=True).start()
        return child

    def _wait(self, child: subprocess.Popen[bytes]) -> None:
        child.wait()
        with self._changing:
            self._children.discard(child)

    def close(self) -> None:
        """End the processes: by SIGINT twice, then by SIGKILL."""
        for number in (signal.SIGINT, signal.SIGINT, signal.SIGKILL):
            with self._changing:
                left = [each for each in self._children if each.poll() is None]
            for child in left:
                child.send_signal(number)
            _wait_for(left)


def _goes_on(child: subprocess.Popen[bytes], file: Path) -> bool:
    """Whether the process works on the run, or has ended normally.

    It works on the run once it records progress.  A process that records none counts as working after it has had the
    run for a while.
    """
    began, until = time.time(), time.monotonic() + _SECONDS_TO_BEGIN
    has_run = False
    while time.monotonic() < until:
        if (status := child.poll()) is not None:
            return status >= 0 and status not in _FAILED
        with RunFile.read(file) as run:
            progress = run.noted("progress") or {}
            if run.standing().state is RunState.RUNNING:
                if progress.get("at", 0.0) > began:
                    return True
                if not has_run:
                    has_run, until = True, time.monotonic() + _SECONDS_TO_SEE
        time.sleep(0.05)
    return True


def _wait_for(children: list[subprocess.Popen[bytes]]) -> None:
    until = time.monotonic() + _SECONDS_TO_END
    for child in children:
        try:
            child.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            continue


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    return next((line[-_LONGEST:] for line in reversed(lines) if line.strip()), "")
