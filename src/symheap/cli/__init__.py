"""The command line.  Nothing below this package reads an option or an environment variable."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Run a command and give its exit status.  An interrupt may come while the imports are still under way."""
    try:
        from symheap.cli import entry

        return entry.main(arguments)
    except KeyboardInterrupt:
        sys.stderr.write("symheap: interrupted\n")
        return 130


def run() -> None:
    """The entry point of the installed command."""
    sys.exit(main(sys.argv[1:]))
