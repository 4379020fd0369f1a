"""Resume a stopped run from its file.

Law: a file alone never decides which commands run.  A run file holds settings, with paths to write to and programs to
call, so its author could have anything executed.  Therefore only runs in the user's own folder are resumed.  A file
from elsewhere has to be moved there first by the user, who knows its contents.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any, Final, get_origin

from symheap.core.options import declared
from symheap.session.explore import ExploreRequest
from symheap.session.kept.keeping import Keep
from symheap.session.proofs.prove import ProveRequest
from symheap.session.proofs.settings import ProveSettings
from symheap.session.settings import Settings
from symheap.session.test_jobs import JUnitRequest
from symheap.store.file import RunFile
from symheap.store.folder import find, is_kept, runs_folder
from symheap.store.records import Header, StoreError

COMMANDS: Final = ("explore", "test", "prove", "bench")
"""The commands that store runs."""

KeptRequest = ExploreRequest | JUnitRequest | ProveRequest


@contextmanager
def reopened(name: str) -> Iterator[RunFile]:
    """Open the run of this name to resume it, in the folder where it was started."""
    folder = runs_folder(os.environ)
    at = find(folder, name).resolve()
    with RunFile.read(at) as run:
        _check_ours(folder, at, run.header)
    with RunFile.open(at) as file:
        header = file.header
        if not os.path.isdir(header.folder):
            raise StoreError(f"run {header.id} was made in {header.folder}, which is gone")
        with chdir(header.folder):
            yield file


def _check_ours(folder: Path, file: Path, header: Header) -> None:
    """Raise `StoreError` for a run that another person may have created."""
    if header.command not in COMMANDS or header.arguments[:1] not in {(), *((name,) for name in COMMANDS)}:
        raise StoreError(f"{file}: the command in it is none of {', '.join(COMMANDS)}")
    if not is_kept(folder, file):
        command = shlex.join(("symheap", *header.arguments))
        raise StoreError(
            f"{file} is not in {folder}, where your runs are; resuming it would run `{command}` in "
            f"{header.folder}: if that is what you want, move the file there first"
        )


def request_of(file: RunFile) -> KeptRequest:
    """Return the request that started a run, with the run to resume.  Raises `StoreError` for a study."""
    header = file.header
    keep = Keep(arguments=header.arguments, resumed=file)
    if header.command == "explore":
        return ExploreRequest(header.target, _settings(Settings, header.settings), keep)
    if header.command == "test":
        into, since = header.settings["into"], header.settings["since"]
        return JUnitRequest(
            header.target,
            None if into is None else Path(str(into)),
            _settings(Settings, header.settings),
            bool(header.settings["changed"]),
            None if since is None else str(since),
            keep,
        )
    if header.command == "prove":
        files = tuple(map(Path, header.target.split(" ")))
        if not all(file.is_file() for file in files):
            raise StoreError(f"run {header.id} has files whose names hold a space: use symheap resume {header.id}")
        return ProveRequest(files, _settings(ProveSettings, header.settings), keep)
    raise StoreError(f"run {header.id} is a study: symheap resume {header.id} resumes it")


def _settings(kind: Any, stored: Mapping[str, Any]) -> Any:
    """Return the stored settings of a run.  A missing option has today's default."""
    options = declared(kind)
    known = {name: value for name, value in stored.items() if name in kind.__dataclass_fields__}
    lists = {name for name in known if name in options and get_origin(options[name].type) is tuple}
    return kind(**{name: tuple(value) if name in lists else value for name, value in known.items()})
