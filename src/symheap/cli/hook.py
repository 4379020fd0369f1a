"""One command on several files, for hooks: ``python -m symheap.cli.hook COMMAND [OPTION…] FILE…``.

Those who check what is about to be committed name all files that changed.  Each of them is a program of its own: files
that belong together have a project's own hook, with their names in it.  The exit status is the worst of all; with
``--allow-open`` as the first option, what is inconclusive does not stop a commit, but is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from symheap.cli import main
from symheap.session.status import Status, worst

ENDINGS = {"explore": (".java", ".jl", ".pose"), "prove": (".c",)}
ALLOW_OPEN = "--allow-open"


def run_each(arguments: Sequence[str]) -> int:
    command, *rest = arguments or ("",)
    if command not in ENDINGS:
        sys.stderr.write(f"symheap: error: a hook is for {' or '.join(ENDINGS)}, not for '{command}'\n")
        return Status.WRONG_USE
    is_open_allowed = rest[:1] == [ALLOW_OPEN]
    rest = rest[is_open_allowed:]
    files = files_in(rest, ENDINGS[command])
    options = rest[: len(rest) - len(files)]
    statuses = [Status(main([command, *options, "--", each])) for each in files]
    found = worst(statuses)
    return Status.CLEAN if is_open_allowed and found is Status.INCONCLUSIVE else found


def files_in(arguments: Sequence[str], endings: tuple[str, ...]) -> list[str]:
    """The files at the end of the arguments: what stands before them is an option, or the value of one."""
    found = takewhile(lambda each: each.lower().endswith(endings) and Path(each).is_file(), reversed(arguments))
    return list(found)[::-1]


if __name__ == "__main__":
    sys.exit(run_each(sys.argv[1:]))
