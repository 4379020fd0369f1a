"""Files cached between runs. Losing any of them costs time and changes no answer."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

_DAY = 24 * 60 * 60.0


def cache_folder(environ: Mapping[str, str]) -> Path:
    """Return SYMHEAP_CACHE, else `symheap` under XDG_CACHE_HOME or `~/.cache`. It may not exist."""
    if own := environ.get("SYMHEAP_CACHE"):
        return Path(own)
    base = environ.get("XDG_CACHE_HOME")
    return Path(base if base else os.path.expanduser("~/.cache")) / "symheap"


def write_atomically(path: Path, content: bytes) -> bool:
    """Write a file and return whether it succeeded. Readers see the whole file or none, even with other writers."""
    name: str | None = None
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        if name is not None:
            with contextlib.suppress(OSError):
                os.unlink(name)
        return False
    return True


def prune(folder: Path, keep: int) -> None:
    """Remove the oldest files beyond `keep`, except those of the last day, which a running process may use."""
    with contextlib.suppress(OSError):
        files = sorted(((each.stat().st_mtime, each) for each in folder.iterdir()), reverse=True)
        for modified, file in files[keep:]:
            if modified < time.time() - _DAY:
                with contextlib.suppress(OSError):
                    file.unlink()
