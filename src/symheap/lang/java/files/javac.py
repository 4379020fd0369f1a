"""Compiles a user's `.java` file with the user's javac into a private folder."""

from __future__ import annotations

import atexit
import io
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from symheap.core.cache import prune, write_atomically
from symheap.core.theories.near import file_near
from symheap.lang.java.classfile.classfile import parse
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.archive import Archive
from symheap.lang.java.files.container import Container
from symheap.lang.java.files.folder import Folder, read_bounded
from symheap.lang.java.files.inputs import inputs_digest
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.launch import run_javac

TIME_LIMIT = 120.0
KEPT_COMPILATIONS = 64
_OPTIONS = ("-g", "-proc:none", "-implicit:class", "-nowarn", "-encoding", "UTF-8", "-Xmaxerrs", "20")
_NOISE = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_PACKAGE = re.compile(r"\s*(?:@[\w.]+\s*)*package\s+([\w.\s]+?)\s*;")
_COUNT = re.compile(r"\d+ errors?")
_DETAIL = re.compile(r"\s*(?:symbol|reason):\s*(.*)")
_ERROR = re.compile(r"(.+?):(\d+): error: (.*)|error: (.*)")


class CompileError(Exception):
    """Raised for code that javac rejects. The text is its first error, `file:line:column: error: message`.

    `lines` is javac's whole output. An error without a position has the file alone, and one without a column the line.
    """

    def __init__(self, first: str, lines: tuple[str, ...]) -> None:
        super().__init__(first)
        self.lines = lines


@dataclass(frozen=True, slots=True)
class CompiledSources:
    """Compiled sources. `classes` are declared in the source file; the container also holds those found near it.

    `location` is a jar or folder that a JVM can take as its class path while this process lives.
    """

    source: Path
    classes: tuple[str, ...]
    container: Container
    location: Path


def compile_sources(
    path: Path,
    jdk: Jdk,
    class_path: Sequence[Path],
    *,
    cache: Path | None = None,
    time_limit: float = TIME_LIMIT,
) -> CompiledSources:
    """Compile `path` and the sources that it needs from its package's root folder.

    With `cache`, a compilation with unchanged inputs is not repeated.
    """
    source = read_bounded(path)
    if source is None:
        what = "this is a folder, not a source" if path.is_dir() else f"no such file{file_near(str(path))}"
        raise NotFound(f"{path}: {what}")
    package = package_of(source.decode("utf-8", "replace"))
    root = root_of(path, package)
    digest = inputs_digest(path, root, class_path, f"{jdk.version} {jdk.home} {_OPTIONS}") if cache else None
    kept = cache / "javac" / f"{digest}.jar" if cache and digest else None
    if kept is not None and kept.is_file() and (reopened := _reopen(path, package, kept, jdk)) is not None:
        return reopened
    output = Path(tempfile.mkdtemp(prefix="symheap-"))
    atexit.register(shutil.rmtree, output, ignore_errors=True)
    classes = output / "classes"
    empty = output / "empty"
    classes.mkdir()
    empty.mkdir()
    _run(_command(path, jdk, class_path, (root or empty,), classes, empty), time_limit)
    if kept is not None and write_atomically(kept, jar_of(classes)):
        prune(kept.parent, KEPT_COMPILATIONS)
    container = Folder(classes)
    return CompiledSources(path, _declared(container, path, package), container, classes)


def package_of(source: str) -> str:
    """Return the package that a source file declares, empty for none. Comments before it are ignored."""
    match = _PACKAGE.match(_NOISE.sub(" ", source).lstrip("\ufeff"))
    return "".join(match[1].split()) if match else ""


def root_of(path: Path, package: str) -> Path | None:
    """Return the folder that holds the package of the file, or None if the file lies elsewhere."""
    folders = tuple(package.split(".")) if package else ()
    parent = Path(os.path.realpath(path)).parent
    if not folders:
        return parent
    return parent.parents[len(folders) - 1] if parent.parts[-len(folders) :] == folders else None


def _command(
    path: Path, jdk: Jdk, class_path: Sequence[Path], sources: Sequence[Path], classes: Path, empty: Path
) -> list[str]:
    """Return the command. All paths are absolute, so that none can be taken for an option.

    The empty processor path prevents javac from running plugins that it finds on the class path.
    """
    entries = os.pathsep.join(str(entry.absolute()) for entry in class_path) or str(empty)
    roots = os.pathsep.join(str(root.absolute()) for root in sources)
    return [
        str(jdk.javac()),
        *_OPTIONS,
        *("-d", str(classes), "-cp", entries, "-sourcepath", roots, "-processorpath", str(empty)),
        str(path.absolute()),
    ]


@dataclass(frozen=True, slots=True)
class Javac:
    """Compiles the given sources, and those that they need from `roots`: folders where packages begin."""

    jdk: Jdk
    class_path: Sequence[Path]
    time_limit: float = TIME_LIMIT
    roots: Sequence[Path] = ()

    @property
    def identity(self) -> str:
        """Text that identifies everything, besides its inputs, that determines javac's output."""
        return f"{self.jdk.version} {self.jdk.home} {_OPTIONS}"

    def compile(self, sources: Sequence[Path]) -> Path:
        """Return the folder of the classes, which is removed when this process ends. Raises `CompileError`."""
        output = Path(tempfile.mkdtemp(prefix="symheap-"))
        atexit.register(shutil.rmtree, output, ignore_errors=True)
        classes, empty, names = output / "classes", output / "empty", output / "sources"
        classes.mkdir()
        empty.mkdir()
        quoted = (str(each.absolute()).replace("\\", "\\\\").replace('"', '\\"') for each in sources)
        names.write_text("".join(f'"{each}"\n' for each in quoted), encoding="utf-8", errors="surrogateescape")
        command = _command(names, self.jdk, self.class_path, self.roots or (empty,), classes, empty)
        _run([*command[:-1], *("-Xmaxerrs", "10000"), f"@{names}"], self.time_limit)
        return classes


def _run(command: list[str], time_limit: float) -> None:
    try:
        status, output = run_javac(command[0], command[1:], time_limit)
    except subprocess.TimeoutExpired:
        raise CompileError(f"{command[-1]}: error: javac took more than {time_limit:g} s", ()) from None
    except OSError as error:
        raise NotFound(f"cannot run {command[0]}: {error.strerror}") from None
    if status != 0:
        lines = tuple(output.splitlines())
        raise CompileError(_first_error(command[-1], lines), lines)


def _first_error(path: str, lines: tuple[str, ...]) -> str:
    for number, line in enumerate(lines):
        match = _ERROR.fullmatch(line)
        if match:
            column, more = details_below(lines[number + 1 :])
            return (
                f"{match[1]}:{match[2]}{column}: error: {match[3]}{more}" if match[1] else f"{path}: error: {match[4]}"
            )
    return f"{path}: error: javac failed{': ' + lines[0] if lines else ''}"


def details_below(lines: Sequence[str]) -> tuple[str, str]:
    """Return the details below an error: the column of the mark, and the symbol or the reason."""
    column = more = ""
    for line in lines:
        if _ERROR.fullmatch(line) or _COUNT.fullmatch(line):
            break
        if not column and line.strip() == "^":
            column = f":{line.index('^') + 1}"
        elif column and not more and (detail := _DETAIL.fullmatch(line)):
            more = f": {' '.join(detail[1].split())}"
    return column, more


def _declared(container: Container, path: Path, package: str) -> tuple[str, ...]:
    """Return the classes of the package whose SourceFile is the file, outer ones first."""
    names: list[str] = []
    for name in container.names():
        if name.rpartition(".")[0] == package:
            content = container.read(name)
            if content is not None and parse(content, container.where(name)).source_file == path.name:
                names.append(name)
    return tuple(sorted(names, key=lambda name: (name.count("$"), name)))


def _reopen(path: Path, package: str, kept: Path, jdk: Jdk) -> CompiledSources | None:
    """Return a cached compilation, or None if it is invalid."""
    try:
        container = Archive(kept, jdk.feature)
        classes = _declared(container, path, package)
        os.utime(kept)
    except (Malformed, NotFound, OSError):
        return None
    return CompiledSources(path, classes, container, kept)


def jar_of(folder: Path) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as jar:
        for file in sorted(folder.rglob("*.class")):
            jar.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
    return buffer.getvalue()
