"""Runs commands with small time limits in real processes, and checks their results.

A command ends within its limit plus `LATE_SECONDS`, whatever it is doing. Its exit status is one of a run that has
ended, the run file can be read and resumed, a document is complete, and no process and no temporary file is left.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from symheap.report.explore.derived import kept_paths
from symheap.store.file import RunFile
from symheap.store.folder import files
from symheap.store.records import RunState, StoreError

LATE_SECONDS: Final = 2.0
SHORTEST, LONGEST = 0.05, 3.0
_MARK: Final = "SYMHEAP_TIME_LIMITS"
_STATUSES: Final = (0, 1, 3)
_GIVE_UP_SECONDS: Final = 120.0
_BUSY: Final = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): pass"
_COMMANDS: Final = ("explore",) * 8 + ("prove",) * 8 + ("test", "compare", "check", "explore")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A command, without the name of the program, and its limit."""

    arguments: tuple[str, ...]
    limit: float

    @property
    def command(self) -> tuple[str, ...]:
        return (*self.arguments, "--timeout", f"{self.limit:.3f}")

    @property
    def is_document(self) -> bool:
        return "json" in self.arguments


@dataclass(frozen=True, slots=True)
class AttemptEnd:
    """The end of an attempt: `problems` are the laws it violated, `was_killed` says that it did not end by itself."""

    attempt: Attempt
    status: int
    seconds: float
    was_killed: bool
    problems: tuple[str, ...]

    @property
    def late(self) -> float:
        """Seconds beyond the limit."""
        return self.seconds - self.attempt.limit


def attempts(root: Path, count: int, seed: int) -> Iterator[Attempt]:
    """Yield random explorations and proofs of the examples and the test programs below `root`."""
    random = Random(seed)
    objects = [*_below(root / "examples", ".jl", ".pose"), *_below(root / "tests" / "programs" / "java", ".java")]
    objects = [each for each in objects if each.parent.name != "verifier"]  # these are for `verify`
    sources = [each for each in objects if each.suffix == ".java"]
    proofs = [*_below(root / "examples" / "c", ".c"), *_below(root / "tests" / "programs" / "c", ".c")]
    for _ in range(count):
        command = random.choice(_COMMANDS)
        among = {"prove": proofs, "test": sources}.get(command, objects)
        limit = SHORTEST * (LONGEST / SHORTEST) ** random.random()
        form = random.choice((("--format", "json"), ()))
        more: tuple[str, ...] = ("--no-replay",) if command == "test" and random.random() < 0.5 else ()
        if command == "prove":
            more = ("-I", str(root / "tests" / "programs" / "c" / "include"))
        into = ("-o", "tests") if command == "test" else ()
        yield Attempt((command, str(random.choice(among)), *form, *into, *more, "--quiet"), limit)


def _below(folder: Path, *endings: str) -> list[Path]:
    return sorted(each for each in folder.rglob("*") if each.suffix in endings)


def tried(attempt: Attempt, folder: Path, *, resume: bool = False) -> AttemptEnd:
    """Run a command in a new folder below `folder`, and check its leftovers; with `resume`, resume its run too."""
    with tempfile.TemporaryDirectory(dir=folder) as own, _places(Path(own)) as (environ, mark):
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "symheap", *attempt.command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=own,
            env=environ,
        )
        try:
            out, err = process.communicate(timeout=attempt.limit + _GIVE_UP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        seconds = time.perf_counter() - start
        problems = [*_left_behind(mark, Path(own)), *_of_runs(Path(environ["SYMHEAP_RUNS"]), environ, resume=resume)]
        if seconds > attempt.limit + LATE_SECONDS:
            problems.append(f"{seconds - attempt.limit:.2f} s late")
        if process.returncode not in _STATUSES:
            problems.append(f"status {process.returncode}: {err.decode(errors='replace')[-300:]}")
        if attempt.is_document and out:
            problems += _of_document(out)
        was_killed = b"symheap: out of time: stopped" in err
        return AttemptEnd(attempt, process.returncode, seconds, was_killed, tuple(problems))


@contextmanager
def _places(own: Path) -> Iterator[tuple[dict[str, str], str]]:
    mark = secrets.token_hex(8)
    temporary = own / "tmp"
    temporary.mkdir()
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    yield {**environ, "SYMHEAP_RUNS": str(own / "runs"), "TMPDIR": str(temporary), _MARK: mark}, mark


def _left_behind(mark: str, own: Path) -> Iterator[str]:
    """Yield problems for processes of the command that still exist, and for unintended files."""
    for process in marked(mark, own):
        yield f"process {process} is left"
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    left = [each.name for each in (own / "tmp").iterdir() if not each.name.startswith("hsperfdata")]
    if left:
        yield f"temporary files are left: {', '.join(left)}"


def marked(mark: str, folder: Path) -> list[int]:
    """Return the processes that have `mark` in their environment, or that work below `folder`."""
    processes: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with suppress(OSError):
                is_below = Path(os.readlink(entry / "cwd")).is_relative_to(folder)
                if is_below or f"{_MARK}={mark}".encode() in (entry / "environ").read_bytes():
                    processes.append(int(entry.name))
    return processes


def _of_document(out: bytes) -> Iterator[str]:
    try:
        document = json.loads(out)
    except ValueError as error:
        yield f"the document is not whole: {error}"
        return
    if document.get("stopped") is not None and document.get("complete"):
        yield "a run that was stopped is complete"


def _of_runs(folder: Path, environ: dict[str, str], *, resume: bool) -> Iterator[str]:
    for file in files(folder):
        try:
            with RunFile.read(file) as run:
                for subject in run.subjects():
                    list(kept_paths(run, subject.number))
                if run.standing().state in (RunState.RUNNING, RunState.FAILED, RunState.BROKEN_OFF):
                    yield f"the run is {run.standing().state.value}"
            with sqlite3.connect(file) as connection:
                [[verdict]] = connection.execute("PRAGMA integrity_check")
                if verdict != "ok":
                    yield f"the file of the run is damaged: {verdict}"
            connection.close()
        except StoreError as error:
            yield f"the file of the run cannot be read: {error}"
        for command in (("show", "last", "--format", "text"), ("resume", "last", "--quiet")) if resume else ():
            yield from _answers(command, environ, folder.parent)


def _answers(command: Sequence[str], environ: dict[str, str], folder: Path) -> Iterator[str]:
    done = subprocess.run(
        [sys.executable, "-m", "symheap", *command],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env=environ,
        check=False,
    )
    if done.returncode not in _STATUSES:
        yield f"symheap {command[0]}: status {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"


@contextmanager
def load(count: int) -> Iterator[None]:
    """Keep `count` processes busy."""
    busy = [subprocess.Popen([sys.executable, "-c", _BUSY, str(os.getpid())]) for _ in range(count)]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()
