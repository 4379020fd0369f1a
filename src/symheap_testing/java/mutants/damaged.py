"""Damaged Java on the command line: cases by number, their runs, and the allowed results.

Laws: a run ends with a report, or with status 2 and one line that names a file. If a class file or an archive is
malformed, the line gives the byte, and if code is, the pc. Nothing is written outside the cache.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from symheap.lang.java.classfile.classfile import parse
from symheap_testing.java.mutants.classes import class_mutant
from symheap_testing.java.mutants.jars import Files, jar, jar_mutant, odd_folder
from symheap_testing.mutate import mutants

Command = Callable[[list[str]], int]

SECONDS = 10.0
BOUNDS = ("--max-calls", "5", "--max-loop", "2", "--timeout", "3", "--max-traces", "6", "-v", "--no-store")
COMMAND = "import sys; from symheap.cli import main; sys.exit(main(sys.argv[1:]))"
"""The command, for a Python process of its own."""
NORMAL = (0, 1, 3)
_PROGRESS = re.compile(r"symheap: (?:reading .*|pose: \d+ traces, .*)\n")
_PLACE = re.compile(r" \((?:byte \d+|.+, pc \d+)\)$")
_UNPLACED = re.compile(
    r"neither on the class path nor|has no method|has several methods|name a class|there is no class|"
    r"declares no method|no class that inputs|"
    r"no such file|abstract class|has no body|a module and not a class|is no class that"
)
"""Errors about missing parts, which have no position in a file."""

Corpus = Mapping[str, Files]
"""The class files of each program, by the name of its outermost class."""


@dataclass(frozen=True, slots=True)
class DamagedCase:
    """A case. `kind` is the sort of damage, `damage` the details; `target` is relative to the folder of the case."""

    number: int
    kind: str
    damage: str
    target: str


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """The result of a case. `seconds` is the time of this process, independent of the load of the machine."""

    case: DamagedCase
    status: int
    error: str
    seconds: float
    written: tuple[str, ...]

    @property
    def fault(self) -> str | None:
        """The violated law, if any."""
        if self.written:
            return f"wrote {', '.join(self.written)}"
        if self.seconds > SECONDS:
            return f"took {self.seconds:.1f} s"
        if self.status in NORMAL:
            is_late = self.said.startswith("symheap: out of time")
            return f"complained: {self.said}" if self.said and not is_late else None
        if self.status != 2:
            return f"status {self.status}: {self.error}"
        return _fault_of_line(self.said)

    @property
    def said(self) -> str:
        """Standard error without the log of ``-v``."""
        return "".join(line for line in self.error.splitlines(keepends=True) if not line.startswith("symheap."))

    @property
    def end(self) -> str:
        return "run" if self.status in NORMAL else "refused" if self.status == 2 else "failed"


def _fault_of_line(error: str) -> str | None:
    if error.count("\n") != 1 or not error.endswith("\n") or not error[:-1].isprintable():
        return f"not one line: {error!r}"
    if ": error: " not in error or error.startswith("symheap: "):
        return f"names no file: {error}"
    if not _PLACE.search(error[:-1]) and not _UNPLACED.search(error):
        return f"names no place: {error}"
    return None


# Cases ----------------------------------------------------------------------------------------------------------------


def corpus_of(classes: Path) -> Corpus:
    """Return the class files in a folder, those of nested classes together with their outermost one."""
    programs: dict[str, dict[str, bytes]] = {}
    for path in sorted(classes.glob("*.class")):
        programs.setdefault(path.stem.partition("$")[0], {})[path.name] = path.read_bytes()
    return {name: files for name, files in programs.items() if f"{name}.class" in files}


def make_case(corpus: Corpus, seed: int, number: int, folder: Path) -> DamagedCase:
    """Create case `number`, with its files in the folder, which is emptied first."""
    random = Random(f"{seed}:{number}")
    _empty(folder)
    name = random.choice(sorted(corpus))
    files = dict(corpus[name])
    method = _method(random, files[f"{name}.class"])
    kind = random.choices(("class", "bytes", "neighbour", "jar", "jarred", "folder"), (50, 14, 14, 14, 4, 4))[0]
    if kind == "folder":
        return DamagedCase(
            number, kind, f"{name} {odd_folder(files, folder, random)}", _target(random, ".", name) + method
        )
    if kind == "jar":
        data, how = jar_mutant(files, random)
        (folder / "a.jar").write_bytes(data)
        return DamagedCase(number, kind, f"{name} {how}", _target(random, "a.jar", name) + method)
    victim = f"{name}.class" if kind != "neighbour" else random.choice(sorted(files))
    if kind == "bytes":
        files[victim], how = next(mutants(files[victim], 1, random.randrange(1 << 30))), "bytes"
    else:
        files[victim], how = class_mutant(files[victim], random, random.choice((1, 1, 1, 2, 3)))
    if kind == "jarred":
        (folder / "a.jar").write_bytes(jar(files))
        return DamagedCase(number, kind, f"{victim} {how}", f"a.jar::{name}{method}")
    for file, content in files.items():
        (folder / file).write_bytes(content)
    return DamagedCase(number, kind, f"{victim} {how}", f"{name}.class{method}")


def sound_case(corpus: Corpus, folder: Path) -> DamagedCase:
    """Return an undamaged case, to start with."""
    _empty(folder)
    name, files = next(iter(corpus.items()))
    for file, content in files.items():
        (folder / file).write_bytes(content)
    return DamagedCase(-1, "sound", name, f"{name}.class")


def _method(random: Random, content: bytes) -> str:
    """Return mostly the name of one method of the valid class, else none, for all of them."""
    names = sorted({method.name for method in parse(content, "").methods if method.name[0] not in "<$"})
    return f"::{random.choice(names)}" if names and random.random() < 0.7 else ""


def _target(random: Random, path: str, name: str) -> str:
    return f"{path}::{name}" if random.random() < 0.9 else path


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


# Runs -----------------------------------------------------------------------------------------------------------------


@dataclass
class Watch:
    """Records every file outside the cache that this process opens to write, creates, moves or removes."""

    cache: Path
    on: bool = False
    written: list[str] = field(default_factory=list)

    def install(self) -> Watch:
        sys.addaudithook(self._heard)
        return self

    def _heard(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on:
            return
        if event == "open":
            path, _, flags = arguments
            changes = bool(isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))
        else:
            path = arguments[0] if arguments else None
            changes = event in (
                "os.mkdir",
                "os.rename",
                "os.remove",
                "os.rmdir",
                "os.link",
                "os.symlink",
                "os.truncate",
            )
        if changes and isinstance(path, str | bytes | os.PathLike) and not self._allowed(os.fsdecode(path)):
            self.written.append(f"{event} {os.fsdecode(path)}")

    def _allowed(self, path: str) -> bool:
        return path == os.devnull or Path(os.path.realpath(path)).is_relative_to(self.cache)


def run_case(case: DamagedCase, folder: Path, watch: Watch, command: Command) -> CaseOutcome:
    """Run ``symheap explore`` in that folder, in this process; `command` is the command line's main function."""
    out, err = io.StringIO(), io.StringIO()
    before = _listing(folder)
    watch.written.clear()
    start = time.process_time()
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        watch.on = True
        try:
            status = command(["explore", case.target, *BOUNDS])
        finally:
            watch.on = False
    seconds = time.process_time() - start
    changed = [f"{name} in the folder" for name in sorted(before ^ _listing(folder))]
    return CaseOutcome(case, status, without_progress(err.getvalue()), seconds, (*watch.written, *changed))


def without_progress(text: str) -> str:
    """Return stderr without the progress messages that slow runs print."""
    return _PROGRESS.sub("", text)


def _listing(folder: Path) -> set[str]:
    return set(os.listdir(folder))
