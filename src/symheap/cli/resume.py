"""``symheap resume``: the command of a run again, with its file to go on in."""

from __future__ import annotations

import os
from contextlib import chdir

from symheap.cli.keeping import ARGUMENTS, RESUMED
from symheap.store.file import RunFile
from symheap.store.folder import find, runs_folder
from symheap.store.records import StoreError


def resume(name: str, *, quiet: bool = False) -> int:
    from symheap.cli.app import app

    with RunFile.open(find(runs_folder(os.environ), name).resolve()) as file:
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
