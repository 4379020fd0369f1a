"""The Java programs of the tests: what their headers say, and their classes, all compiled at once."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from symheap.engine.bounds import Bounds
from symheap.lang.java.classfile.classfile import parse
from symheap.lang.java.entry import JavaProgram, load
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.options import JavaOptions

_ENTRY = re.compile(
    r"// entry: (?P<method>.+?)\s*(?:assume: (?P<assume>.+?)\s*)?bounds: (?P<bounds>.+?)\s*paths: (?P<paths>\d+|\?)\s*"
)
_OPTION = re.compile(r"--(\S+) (\S+)")


@dataclass(frozen=True, slots=True)
class Entry:
    """A method of a program, how far it is explored, and how many paths there are then; None if nobody knows."""

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
    """What the lines on top of a program say.  Raises ValueError where one cannot be read."""
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


def compile_corpus(sources: Sequence[Path], jdk: Jdk, into: Path) -> None:
    """Compile all programs at once; the classes of each go to a folder of its own, as if it were compiled alone."""
    together = into / ".together"
    options = ("-J-XX:TieredStopAtLevel=1", "-g", "-proc:none", "-encoding", "UTF-8", "-d", str(together))
    subprocess.run([str(jdk.javac()), *options, *map(str, sources)], check=True, capture_output=True)
    for file in together.glob("*.class"):
        source = parse(file.read_bytes(), file.name).source_file
        assert source is not None
        folder = into / Path(source).stem
        folder.mkdir(exist_ok=True)
        shutil.move(file, folder / file.name)
    together.rmdir()


def load_entry(entry: Entry, classes: Path, jdk: Jdk) -> JavaProgram:
    """The program of an entry; `classes` is where `compile_corpus` put them."""
    target = f"{classes / entry.class_name}::{entry.class_name}::{entry.method}"
    return load(target, JavaOptions(jdk=str(jdk.home), assume=entry.assume, environ=os.environ))
