"""``symheap resume``: the command of a run again, with its file to go on in.

Law: no file decides by itself what is run.  A run file holds a command line, with places to write to and programs to
call, and what was printed: who made it could have anything done.  So a run is gone on with only from the folder of
runs, where one's own are; what comes from elsewhere has to be put there first, by somebody who knows what it says.
"""

from __future__ import annotations

import os
import shlex
from contextlib import chdir
from pathlib import Path
from typing import Final

from symheap.cli.keeping import ARGUMENTS, RESUMED
from symheap.store.file import RunFile
from symheap.store.folder import find, is_kept, runs_folder
from symheap.store.records import Header, StoreError

COMMANDS: Final = ("explore", "test", "prove", "bench")
"""Those that keep runs."""


def resume(name: str, *, quiet: bool = False) -> int:
    from symheap.cli.app import app

    folder = runs_folder(os.environ)
    at = find(folder, name).resolve()
    with RunFile.read(at) as run:
        _check_ours(folder, at, run.header)
    with RunFile.open(at) as file:
        header = file.header
        if not os.path.isdir(header.folder):
            raise StoreError(f"run {header.id} was made in {header.folder}, which is gone")
        arguments, resumed = ARGUMENTS.set(header.arguments), RESUMED.set(file)
        try:
            with chdir(header.folder):
                more = ["--quiet"] if quiet and "--" not in header.arguments else []
                found = app(args=[*header.arguments, *more], prog_name="symheap", standalone_mode=False)
        finally:
            ARGUMENTS.reset(arguments)
            RESUMED.reset(resumed)
    return int(found) if isinstance(found, int) else 0


def _check_ours(folder: Path, file: Path, header: Header) -> None:
    """Raises `StoreError` for a run that somebody else may have made."""
    if header.arguments[:1] not in {(name,) for name in COMMANDS}:
        raise StoreError(f"{file}: what it says to run is none of {', '.join(COMMANDS)}")
    if not is_kept(folder, file):
        command = shlex.join(("symheap", *header.arguments))
        raise StoreError(
            f"{file} is not in {folder}, where your runs are; to go on with it is to run `{command}` in "
            f"{header.folder}: if that is what you want, put the file there first"
        )
