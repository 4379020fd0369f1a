"""Run one command on several files, for hooks: ``python -m symheap.cli.hook COMMAND [OPTION…] FILE…``.

A commit hook names all changed files.  Each of them is a program of its own here; files that belong together need a
hook of the project that names them.  The exit status is the worst of all.  With ``--allow-open`` as the first option,
inconclusive results do not stop a commit, but are printed.
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
    status = worst(statuses)
    return Status.CLEAN if is_open_allowed and status is Status.INCONCLUSIVE else status


def files_in(arguments: Sequence[str], endings: tuple[str, ...]) -> list[str]:
    """Return the files at the end of the arguments; the words before them are options or values of options."""
    files = takewhile(lambda each: each.lower().endswith(endings) and Path(each).is_file(), reversed(arguments))
    return list(files)[::-1]


if __name__ == "__main__":
    sys.exit(run_each(sys.argv[1:]))
