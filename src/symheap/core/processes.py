"""Programs of others, run to their end or to the end of the time, together with all that they start."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from symheap.core.deadline import current, look


def run(command: Sequence[str], *, seconds: float, **options: Any) -> subprocess.CompletedProcess[Any]:
    """As `subprocess.run` without a check, in a session that ends with the program.

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
    """So many seconds, or fewer if the deadline of this thread comes first."""
    return min(seconds, current().left)


def kill_group(process: subprocess.Popen[Any]) -> None:
    """Kill a process that leads a session, and all of its group.

    The group of a process that was waited for already may be another one by now.
    """
    if process.returncode is None and os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
