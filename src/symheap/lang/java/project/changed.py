"""The classes of a project whose sources differ from a git revision."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path

from symheap.core import processes
from symheap.lang.java.classfile.classfile import ClassFile, parse
from symheap.lang.java.errors import printable
from symheap.lang.java.files.folder import Folder, read_bounded
from symheap.lang.java.files.javac import package_of
from symheap.lang.java.named import NOT_CLASSES, is_named
from symheap.lang.java.project.modules import Module, Project, ProjectError

HEAD = "HEAD"
_GIT_SECONDS = 120.0


def changed_classes(project: Project, revision: str, environ: Mapping[str, str]) -> tuple[tuple[Module, str], ...]:
    """Return the binary names of the classes declared in changed sources of each module, without local classes.

    A source is changed if it differs between the working tree and `revision`, or if it is untracked and not ignored.
    Deleted sources declare nothing. Raises `ProjectError`.
    """
    files = changed_sources(project.root, revision, environ)
    return tuple((module, name) for module in project.modules for name in sorted(_declared(module, files)))


def module_classes(module: Module) -> tuple[str, ...]:
    """Return the binary names of all classes of a module, sorted and without local classes."""
    return named_classes(module.classes)


def named_classes(folder: Path) -> tuple[str, ...]:
    """Return the classes of a class folder that have a name in their source, as members of a package or class."""
    return tuple(sorted(file.name for file in _classes(folder, None)))


def changed_sources(folder: Path, revision: str, environ: Mapping[str, str]) -> frozenset[Path]:
    """Return the existing Java files at or below a folder that differ from a revision."""
    top = Path(_git(folder, environ, "rev-parse", "--show-toplevel")[0])
    _check_revision(folder, revision, environ)
    only = ("--", "*.java")
    differ = _git(folder, environ, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", revision, *only)
    unknown = _git(folder, environ, "ls-files", "--others", "--exclude-standard", "--full-name", "-z", *only)
    files = (Path(os.path.realpath(top / name)) for name in (*differ, *unknown))
    return frozenset(file for file in files if file.is_file())


def _check_revision(folder: Path, revision: str, environ: Mapping[str, str]) -> None:
    try:
        _git(folder, environ, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except ProjectError:
        raise ProjectError(f"{folder}: git knows no revision {printable(revision)}") from None


def _git(folder: Path, environ: Mapping[str, str], *arguments: str) -> Sequence[str]:
    """Return the output of a git command, split at NULs and at the end of the line."""
    client = shutil.which("git", path=environ.get("PATH", ""))
    if client is None:
        raise ProjectError("--changed asks git, but there is no git on the PATH")
    try:
        done = processes.run(
            [client, "-C", str(folder), *arguments],
            env={**environ, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            seconds=_GIT_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ProjectError(f"{folder}: git {arguments[0]} could not be run: {error}") from None
    if done.returncode:
        errors = done.stderr.decode("utf-8", "replace").strip().splitlines()
        if errors and "not a git repository" in errors[0]:
            raise ProjectError(f"{folder}: --changed compares with a revision, but this is not a git repository")
        raise ProjectError(f"{folder}: git {arguments[0]}: {printable(errors[0]) if errors else 'no answer'}")
    return [part for part in os.fsdecode(done.stdout).rstrip("\n").split("\0") if part]


# From sources to classes ----------------------------------------------------------------------------------------------


def _declared(module: Module, files: frozenset[Path]) -> Iterator[str]:
    """Yield classes by their package and source file in the class file, or by their own name without the latter."""
    roots = [Path(os.path.realpath(root)) for root in module.sources]
    sources = {
        (package_of((read_bounded(file) or b"").decode("utf-8", "replace")), file.name)
        for file in files
        if any(file.is_relative_to(root) for root in roots)
    }
    packages = {package for package, _ in sources}
    for class_file in _classes(module.classes, packages) if sources else ():
        package, _, simple = class_file.name.rpartition(".")
        if (package, class_file.source_file or f"{simple.partition('$')[0]}.java") in sources:
            yield class_file.name


def _classes(classes: Path, packages: Container[str] | None) -> Iterator[ClassFile]:
    """Yield the classes with a name in the source: all, or those of some packages."""
    folder = Folder(classes)
    for name in folder.names():
        package, _, simple = name.rpartition(".")
        is_wanted = (packages is None or package in packages) and simple not in NOT_CLASSES
        content = folder.read(name) if is_wanted else None
        if content is not None and is_named(class_file := parse(content, folder.where(name))):
            yield class_file
