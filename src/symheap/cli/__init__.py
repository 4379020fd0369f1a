"""The command line.  No package below this one reads an option or an environment variable."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from functools import partial

from symheap.cli.terminal.supervisor import Line, supervised


def main(arguments: Sequence[str], line: Line | None = None) -> int:
    """Run a command in this process and return its exit status.

    An interrupt may arrive while the imports are still running.
    """
    try:
        from symheap.cli import entry

        return entry.main(arguments, line)
    except KeyboardInterrupt:
        sys.stderr.write("symheap: interrupted\n")
        return 130


def run() -> None:
    """The entry point of the installed command.

    A shell ignores Ctrl-C for background commands; here it ends the command all the same.
    """
    if sys.argv[1:] == ["--version"]:
        from symheap import __version__

        sys.stdout.write(f"symheap {__version__}\n")
        sys.exit(0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(supervised(sys.argv[1:], partial(_in_its_own_process, sys.argv[1:])))


def _in_its_own_process(arguments: Sequence[str], line: Line) -> int:
    from symheap.core.garbage import collect_rarely

    collect_rarely()
    return main(arguments, line)
