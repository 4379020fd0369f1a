"""Plain values that name files, on their way to another machine and back.

A worker has the files of a run in a folder of its own, at the paths that they have where the run was started, and works
in the folder below it that is the working directory there.  So relative paths need no change.  Absolute ones are
changed while values are pickled: to those in the folder when they arrive at a worker, and back in every text of the
results.  So results are those of a worker that shares the file system of the client.
"""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

_PATH: Final = "p"
_TEXT: Final = "t"
_SEPARATOR: Final = "::"


class Travelling(Protocol):
    """An object that reads files, such as an open jar.  It is pickled by their paths."""

    def travels(self) -> tuple[Path, Iterable[Path]]:
        """Return the path by which the object finds its files, and the files."""


# From the client ------------------------------------------------------------------------------------------------------


class _Packer(pickle.Pickler):
    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self.roots: dict[str, tuple[Path, ...]] = {}

    def persistent_id(self, value: object) -> str | None:
        """Return an absolute path, marked as a path or a text.  What is pickled by a text is not asked about again."""
        if isinstance(value, Path):
            return f"{_PATH}{value}" if value.is_absolute() else None
        if type(value) is str:
            return f"{_TEXT}{value}" if os.path.isabs(value) else None
        if hasattr(type(value), "travels"):
            travelling: Any = value
            root, files = travelling.travels()
            self.roots.setdefault(os.path.abspath(root), tuple(files))
        return None


def packed(value: object) -> tuple[bytes, dict[str, tuple[Path, ...]]]:
    """Return a value as bytes for `Arrivals`, and the files of its `Travelling` parts by their absolute roots."""
    stream = io.BytesIO()
    packer = _Packer(stream)
    packer.dump(value)
    return stream.getvalue(), packer.roots


# On a worker ----------------------------------------------------------------------------------------------------------


class Arrivals:
    """The folder with the files of a run on a worker.

    `roots` are the paths whose files are there, with all that is below them, and `names` are single files and folders.
    """

    def __init__(self, folder: Path, roots: Iterable[str], names: Iterable[str]) -> None:
        self._folder = str(folder)
        self._roots = tuple(roots)
        self._names = frozenset(names)

    def here(self, path: str) -> str:
        """Return where a path is that the client has named, with what follows ``::``: itself if it did not travel."""
        name = path.partition(_SEPARATOR)[0]
        travelled = name in self._names or any(name == root or name.startswith(f"{root}/") for root in self._roots)
        return f"{self._folder}{path}" if travelled else path

    def unpacked(self, content: bytes) -> Any:
        """Return a value that was `packed`."""
        unpickler = _Unpacker(io.BytesIO(content))
        unpickler.arrivals = self
        return unpickler.load()

    def returned(self, value: object) -> bytes:
        """Return a value as bytes for `came_back`, with the paths of the client in all texts."""
        stream = io.BytesIO()
        returner = _Returner(stream, pickle.HIGHEST_PROTOCOL)
        returner.folder = self._folder
        returner.dump(value)
        return stream.getvalue()


class _Unpacker(pickle.Unpickler):
    arrivals: Arrivals

    def persistent_load(self, named: str) -> Path | str:
        here = self.arrivals.here(named[1:])
        return Path(here) if named[0] == _PATH else here


class _Returner(pickle.Pickler):
    folder: str

    def persistent_id(self, value: object) -> str | None:
        return value.replace(self.folder, "") if type(value) is str and self.folder in value else None


# To the client --------------------------------------------------------------------------------------------------------


class _Receiver(pickle.Unpickler):
    def persistent_load(self, named: Any) -> str:
        return str(named)


def came_back(content: bytes) -> Any:
    """Return a value that a worker has `returned`."""
    return _Receiver(io.BytesIO(content)).load()


def outermost(roots: Mapping[str, tuple[Path, ...]]) -> dict[str, tuple[Path, ...]]:
    """Return the roots that are not below others, whose files include theirs."""
    chosen: dict[str, tuple[Path, ...]] = {}
    for root in sorted(roots, key=len):
        if not any(root.startswith(f"{above}/") for above in chosen):
            chosen[root] = roots[root]
    return chosen
