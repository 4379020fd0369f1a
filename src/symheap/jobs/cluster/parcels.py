"""The files of a run on workers: Dask's plugins bring them to all workers, and to those that join later.

A *parcel* holds the files of one jar, class folder or JDK.  It is named by its content and stays in the cache of a
machine, so it travels once to each worker, whatever the number of units and runs.  A *mission* belongs to one run: its
work, its sources, and links to its parcels.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from distributed import WorkerPlugin

from symheap.core.cache import cache_folder
from symheap.jobs.cluster.address import ClusterError
from symheap.jobs.cluster.far import FarRun, close_run, open_run
from symheap.jobs.cluster.travel import Arrivals

PARCEL: Final = "symheap-parcel-"
_MOST_BYTES: Final = 2 << 30
_MOST_FILES: Final = 1 << 17


@dataclass(frozen=True)
class Parcel(WorkerPlugin):  # type: ignore[misc]
    """Files by their paths relative to a root, or one file at the root itself."""

    digest: str
    files: Sequence[tuple[str, bytes]]

    @property
    def name(self) -> str:
        return f"{PARCEL}{self.digest}"

    def setup(self, worker: Any) -> None:
        """Write the files into the cache, unless they are there."""
        place = _place(self.digest)
        if place.exists():
            return
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=place.parent, prefix=".new-"))
        try:
            for path, content in self.files:
                _write(fresh / path, content)
            with suppress(OSError):  # another worker of this machine may have been faster
                fresh.rename(place)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)


def _place(digest: str) -> Path:
    return cache_folder(os.environ) / "parcels" / digest


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def parcel(root: str, files: Iterable[Path]) -> Parcel:
    """Read the files of a parcel.  Raises `ClusterError` if they are too many."""
    digest, size = blake2b(digest_size=16), 0
    read: list[tuple[str, bytes]] = []
    for file in sorted(files):
        relative = os.path.relpath(file, root) if os.path.isdir(root) else file.name
        content = file.read_bytes()
        size += len(content)
        if len(read) > _MOST_FILES or size > _MOST_BYTES:
            raise ClusterError(f"{root}: too many files to send to a cluster; name a jar, or the folder of the classes")
        for part in (relative.encode("utf-8", "surrogateescape"), content):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
        read.append((relative, content))
    return Parcel(digest.hexdigest(), tuple(read))


@dataclass(frozen=True)
class Mission(WorkerPlugin):  # type: ignore[misc]
    """A run: its packed `work`, its working directory, parcels by their roots, and further files.

    A file without content is a folder.
    """

    name: str
    work: bytes
    working: str
    parcels: Sequence[tuple[str, str, str]]
    files: Sequence[tuple[str, bytes | None]]

    def setup(self, worker: Any) -> None:
        """Build the folder of the run in that of the worker process."""
        folder = Path(worker.local_directory).resolve() / self.name
        shutil.rmtree(folder, ignore_errors=True)
        _at(folder, self.working).mkdir(parents=True)
        for root, digest, file in self.parcels:
            link = _at(folder, root)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(_place(digest) / file)
        roots = [root for root, _, _ in self.parcels]
        for path, content in self.files:
            if any(path.startswith(f"{root}/") for root in roots):
                continue
            if content is None:
                _at(folder, path).mkdir(parents=True, exist_ok=True)
            else:
                _write(_at(folder, path), content)
        arrivals = Arrivals(folder, roots, (path for path, _ in self.files))
        open_run(self.name, FarRun(self.work, arrivals, _at(folder, self.working)))

    def teardown(self, worker: Any) -> None:
        close_run(self.name)
        shutil.rmtree(Path(worker.local_directory).resolve() / self.name, ignore_errors=True)


def _at(folder: Path, path: str) -> Path:
    return Path(f"{folder}{path}")
