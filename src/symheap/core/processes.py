"""Running external programs until they end or time is up, together with all processes that they start."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from symheap.core.deadline import current, look


def run(command: Sequence[str], *, seconds: float, **options: Any) -> subprocess.CompletedProcess[Any]:
    """As `subprocess.run` without a check, in a session of its own that is killed with the program.

    Raises `subprocess.TimeoutExpired` after `seconds`, and `OutOfTime` at the deadline of this thread.
    """
    if options.pop("capture_output", False):
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, start_new_session=True, **options) as process:
        try:
            output, errors = process.communicate(timeout=patience(seconds))
        except BaseException as problem:
            kill_group(process)
            process.wait()
            if isinstance(problem, subprocess.TimeoutExpired):
                look()
            raise
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def patience(seconds: float) -> float:
    """Return `seconds`, or the time to this thread's deadline if that is shorter."""
    return min(seconds, current().left)


def kill_group(process: subprocess.Popen[Any]) -> None:
    """Kill a process that leads a session, with its whole group.

    The group is left alone if the process was already waited for: its id may by now belong to another group.
    """
    if process.returncode is None and os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
