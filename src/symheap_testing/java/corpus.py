"""The Java programs of the tests: their headers, and their classes, all compiled at once."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from symheap.engine.bounds import Bounds
from symheap.lang.java.classfile.classfile import parse
from symheap.lang.java.entry import JavaProgram, load
from symheap.lang.java.errors import NotFound
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.lang.java.files.launch import run_javac
from symheap.lang.java.options import JavaOptions
from symheap_testing.java.sources import some_jdk

_SECONDS = 600.0
_ENTRY = re.compile(
    r"// entry: (?P<method>.+?)\s*(?:assume: (?P<assume>.+?)\s*)?bounds: (?P<bounds>.+?)\s*paths: (?P<paths>\d+|\?)\s*"
)
_OPTION = re.compile(r"--(\S+) (\S+)")
FEATURES = {"java": 17, "java21": 21}
"""The folders of programs, with the version of Java that they need."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A method of a program, the bounds of its exploration, and the number of its paths; None if unknown."""

    source: Path
    method: str
    bounds: Bounds
    assume: tuple[str, ...] = ()
    acyclic: frozenset[str] = frozenset()
    paths: int | None = None

    @property
    def class_name(self) -> str:
        return self.source.stem

    def __str__(self) -> str:
        return f"{self.class_name}.{self.method}"


def entries(source: Path) -> tuple[Entry, ...]:
    """Return the entries in the header of a program. Raises ValueError for an unreadable line."""
    return tuple(_entry(source, line) for line in source.read_text().splitlines() if line.startswith("// entry:"))


def _entry(source: Path, line: str) -> Entry:
    match = _ENTRY.fullmatch(line)
    if match is None:
        raise ValueError(f"{source.name}: {line}")
    options: dict[str, list[str]] = {}
    for name, value in _OPTION.findall(match["bounds"]):
        options.setdefault(name, []).append(value)
    bounds = Bounds(max_calls=int(options.pop("max-calls")[0]), max_loop=int(options.pop("max-loop")[0]))
    acyclic = frozenset(options.pop("acyclic", ()))
    if options:
        raise ValueError(f"{source.name}: {line}: unknown option {', '.join(options)}")
    assume = tuple(match["assume"].split()) if match["assume"] else ()
    paths = None if match["paths"] == "?" else int(match["paths"])
    return Entry(source, match["method"], bounds, assume, acyclic, paths)


# Classes --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Corpus:
    """Compiled programs: the classes of each are in a folder of its own, as if it were compiled alone."""

    sources: tuple[Path, ...]
    classes: Path
    jdk: Jdk

    def load(self, entry: Entry, *, printed_assume: bool = False) -> JavaProgram:
        target = f"{self.classes / entry.class_name}::{entry.class_name}::{entry.method}"
        home = str(self.jdk.home)
        return load(
            target,
            JavaOptions(jdk=home, assume=entry.assume, environ=os.environ, printed_assume=printed_assume),
        )

    @property
    def class_path(self) -> tuple[str, ...]:
        return tuple(str(self.classes / source.stem) for source in self.sources)


def programs(folder: Path) -> tuple[Path, ...]:
    """Return all Java programs below the folder of programs."""
    return tuple(source for name in FEATURES for source in sorted((folder / name).glob("*.java")))


@cache
def corpus_of(folder: Path) -> Corpus | None:
    """Return the programs of one of the folders, compiled once per process; None without a suitable JDK."""
    jdk = jdk_for(FEATURES[folder.name])
    if jdk is None:
        return None
    into = Path(tempfile.mkdtemp(prefix="symheap-corpus-"))
    atexit.register(shutil.rmtree, into, ignore_errors=True)
    sources = tuple(sorted(folder.glob("*.java")))
    compile_all(sources, jdk, into)
    return Corpus(sources, into, jdk)


def jdk_for(feature: int) -> Jdk | None:
    """Return the JDK of this environment, or the oldest sufficient one next to it."""
    own = some_jdk()
    if own is None or own.feature >= feature:
        return own
    neighbours = (_jdk_at(home) for home in sorted(own.home.parent.iterdir()) if home.is_dir())
    fitting = [jdk for jdk in neighbours if jdk is not None and jdk.has_javac and jdk.feature >= feature]
    return min(fitting, key=lambda jdk: jdk.feature, default=None)


def _jdk_at(home: Path) -> Jdk | None:
    try:
        return find_jdk(str(home), os.environ)
    except NotFound:
        return None


def compile_all(sources: Sequence[Path], jdk: Jdk, into: Path) -> None:
    """Compile everything in one run; then move each class to the folder named after its source."""
    together = into / ".together"
    options = ("-g", "-proc:none", "-encoding", "UTF-8", "-d", str(together))
    status, output = run_javac(str(jdk.javac()), [*options, *map(str, sources)], _SECONDS)
    assert status == 0, output
    for file in together.glob("*.class"):
        source = parse(file.read_bytes(), file.name).source_file
        assert source is not None
        folder = into / Path(source).stem
        folder.mkdir(exist_ok=True)
        shutil.move(file, folder / file.name)
    together.rmdir()
