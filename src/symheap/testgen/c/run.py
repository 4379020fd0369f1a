"""Run a compiled replay in a child process with limits."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from symheap.core import processes
from symheap.core.deadline import look

ENDED: Final = 0
EXCLUDED: Final = 77
LOST: Final = 78
"""Exit statuses of the harness: no error, a failed assumption, no answer in the script."""

OPTIONS: Final = ":".join(
    (
        "exitcode=99",
        "detect_leaks=0",
        "detect_stack_use_after_return=1",
        "allocator_may_return_null=1",
        "hard_rss_limit_mb=2048",
        "print_summary=0",
    )
)
"""AddressSanitizer options.

It reserves more addresses than any address limit would allow, so used memory is limited.
"""

_LIMITED: Final = 'ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"; shift 2; exec "$@"'
_BLOCKS: Final = 1 << 16
_MOST_OUTPUT: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Ran:
    """How a compiled program ended; `status` None: it took too long.  `errors` is the beginning of its error output."""

    status: int | None
    errors: str


LEAK_OPTIONS: Final = "exitcode=99:detect_leaks=1:detect_stack_use_after_return=0:allocator_may_return_null=1"
"""Options of AddressSanitizer with LeakSanitizer.  A stack kept after a return would hold stale addresses."""


def ran(binary: Path, seconds: float, arguments: Sequence[str] = (), options: str = OPTIONS) -> Ran:
    """Run the program without input, and with an environment that only locates a symbolizer."""
    command = ["/bin/sh", "-c", _LIMITED, "sh", str(int(seconds) + 1), str(_BLOCKS), str(binary), *arguments]
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=output,
            env={"ASAN_OPTIONS": options, "PATH": os.environ.get("PATH", os.defpath)},
            cwd=binary.parent,
            start_new_session=True,
        )
        try:
            status: int | None = child.wait(processes.patience(seconds))
        except subprocess.TimeoutExpired:
            status = None
        finally:
            processes.kill_group(child)
            child.wait()
        look()
        output.seek(0)
        return Ran(status, output.read(_MOST_OUTPUT).decode("utf-8", "replace"))
