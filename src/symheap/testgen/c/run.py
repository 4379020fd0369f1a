"""Running a compiled replay, in a child process with limits."""

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
"""How the harness ends: without an error, where an assumption does not hold, where the script has no answer."""

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
"""AddressSanitizer's.  It reserves more addresses than any limit on them would allow, so memory is limited as used."""

_LIMITED: Final = 'ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"; shift 2; exec "$@"'
_BLOCKS: Final = 1 << 16
_MOST_OUTPUT: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Ran:
    """How a compiled program ended; `status` None: it took too long.  `errors` is what it said, the first of it."""

    status: int | None
    errors: str


LEAK_OPTIONS: Final = "exitcode=99:detect_leaks=1:detect_stack_use_after_return=0:allocator_may_return_null=1"
"""AddressSanitizer's, with LeakSanitizer.  A stack that is kept after a return would hold addresses that are gone."""


def ran(binary: Path, seconds: float, arguments: Sequence[str] = (), options: str = OPTIONS) -> Ran:
    """The program gets no input, and of the environment only where to find a symbolizer."""
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
