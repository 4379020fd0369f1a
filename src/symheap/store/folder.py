"""The folder of kept runs, and the names of runs in it."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from symheap.store.file import RunFile
from symheap.store.records import StoreError

ENDING = ".run"
LAST = "last"


def runs_folder(environ: Mapping[str, str]) -> Path:
    """Return SYMHEAP_RUNS, or else `symheap/runs` under XDG_STATE_HOME or `~/.local/state`.  It need not exist."""
    if own := environ.get("SYMHEAP_RUNS"):
        return Path(own)
    base = environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "symheap" / "runs"


def new_id(target: str, now: datetime) -> str:
    """Return a new id that sorts by time, names the target and is unique: ``1115-234512-swap-3f``."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", Path(target.partition("::")[0]).stem).strip("-")[:20].lower()
    return f"{now:%m%d-%H%M%S}-{stem or 'run'}-{secrets.token_hex(2)}"


def file_of(folder: Path, identity: str) -> Path:
    return folder / f"{identity}{ENDING}"


def files(folder: Path) -> list[Path]:
    """Return the files of all runs, newest first.  Links to missing files are left out."""
    candidates = folder.glob(f"*{ENDING}") if folder.is_dir() else iter(())
    return sorted(
        (each for each in candidates if each.is_file()), key=lambda each: (-each.stat().st_mtime_ns, each.name)
    )


def is_kept(folder: Path, file: Path) -> bool:
    """Whether a file is one of the runs of `folder`, directly or through a link."""
    return file.resolve() in {each.resolve() for each in files(folder)}


def find(folder: Path, name: str) -> Path:
    """Return the file of a run, given its path, its id, an unambiguous beginning or end of its id, or `last`.

    A run that was kept elsewhere and is missing there is found by its full id only.
    """
    if name.endswith(ENDING) and Path(name).is_file():
        return Path(name)
    if is_lost(file_of(folder, name)):
        return file_of(folder, name)
    known = files(folder)
    if not known:
        raise StoreError(f"there is no run {name!r}: {folder} holds none")
    if name == LAST:
        return _newest(known)
    exact = [each for each in known if each.stem == name]
    close = exact or [each for each in known if each.stem.startswith(name) or each.stem.endswith(f"-{name}")]
    if len(close) == 1:
        return close[0]
    if close:
        raise StoreError(f"there are {len(close)} runs {name!r}, such as {close[0].stem} and {close[1].stem}")
    raise StoreError(f"there is no run {name!r}: see symheap runs")


def _newest(known: list[Path]) -> Path:
    """Return the run that was started last, skipping files that are not runs.  Raises `StoreError` if none is."""
    runs: list[tuple[str, Path]] = []
    problems: list[StoreError] = []
    for file in known:
        try:
            with RunFile.read(file) as run:
                runs.append((run.header.started, file))
        except StoreError as error:
            problems.append(error)
    if not runs:
        raise problems[0]
    return max(runs, key=lambda each: each[0])[1]


def readable(folder: Path) -> Iterator[RunFile | StoreError]:
    """Yield each run, open until the next one is asked for, or the error of a file that is not a run."""
    for file in files(folder):
        try:
            run = RunFile.read(file)
        except StoreError as error:
            yield error
            continue
        with run:
            yield run


def link(folder: Path, identity: str, file: Path) -> None:
    """Link a run that is kept elsewhere into `folder`.  Raises `StoreError` if that is impossible.

    A link of that name to a missing file is replaced, since the run was moved.
    """
    at, file = file_of(folder, identity), file.resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if is_lost(at):
            at.unlink()
        if not at.exists():
            at.symlink_to(file)
    except OSError as error:
        raise StoreError(f"{at}: {error.strerror or error}") from error


def is_lost(file: Path) -> bool:
    """Whether a file is a link to a missing file.  Its name does not matter."""
    return os.path.islink(file) and not os.path.exists(file)


def forget(file: Path) -> None:
    """Remove a run and the files beside it; of a run that is kept elsewhere, remove the link only."""
    if not is_lost(file):
        with RunFile.open(file):
            pass
    if file.is_symlink():
        file.unlink()
        return
    beside = (*(f"{ENDING}{end}" for end in ("", "-wal", "-shm")), ".lock", ".log")
    for end in beside:
        file.with_name(f"{file.stem}{end}").unlink(missing_ok=True)
