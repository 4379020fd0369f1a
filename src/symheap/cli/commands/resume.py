"""``symheap resume``: run the command of a stored run again, and continue in its file."""

from __future__ import annotations

from symheap.cli.invocation import ARGUMENTS, RESUMED
from symheap.session.kept.resuming import reopened


def resume(name: str, *, quiet: bool = False) -> int:
    """Run the command line that started the run.  The command finds the run to continue in `RESUMED`."""
    from symheap.cli.table import app_for

    with reopened(name) as file:
        line = file.header.arguments
        arguments, resumed = ARGUMENTS.set(line), RESUMED.set(file)
        try:
            more = ["--quiet"] if quiet and "--" not in line else []
            status = app_for(line)(args=[*line, *more], prog_name="symheap", standalone_mode=False)
        finally:
            ARGUMENTS.reset(arguments)
            RESUMED.reset(resumed)
    return int(status) if isinstance(status, int) else 0
