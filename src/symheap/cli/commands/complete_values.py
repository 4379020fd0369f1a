"""Completions of values: files of a language, names in them, and runs.

All of this is cheap: no program is compiled, and unreadable files yield nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from symheap.core.source import SourceError
from symheap.lang.target import JAVA, JAVALITE, POSE
from symheap.store.folder import LAST, runs_folder
from symheap.store.folder import files as run_files

_MOST = 1000
_LARGEST = 256 * 1024
C_ENDINGS = (".c", ".h", ".i")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)
_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+([\w$]+)")
_METHOD = re.compile(r"[\w$>\]](?<!\bnew)\s+([\w$]+)\s*\([^;{}()=]*\)\s*(?:throws\s[\w$.,\s]+)?\{")
_NO_METHODS = frozenset(("if", "for", "while", "switch", "catch", "synchronized", "try", "new", "return", "else"))


def files(text: str, endings: tuple[str, ...] = ()) -> Iterator[tuple[str, bool]]:
    """Yield files whose names begin with `text` and end in one of `endings`, and folders.

    Each item is a pair (name, whether more may follow).
    """
    folder, begin = os.path.split(text)
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as entries:
            listed = sorted((each for each in islice(entries, _MOST)), key=lambda each: each.name)
            for each in listed:
                hidden = each.name.startswith(".") and not begin.startswith(".")
                if not each.name.startswith(begin) or hidden:
                    continue
                if each.is_dir():
                    yield f"{os.path.join(folder, each.name)}/", True
                elif not endings or each.name.lower().endswith(endings):
                    yield os.path.join(folder, each.name), False
    except (OSError, ValueError):
        return


def folders(text: str) -> Iterator[tuple[str, bool]]:
    return ((name, is_open) for name, is_open in files(text) if is_open)


def c_files(text: str) -> Iterator[tuple[str, bool]]:
    return files(text, C_ENDINGS)


def targets(text: str) -> Iterator[tuple[str, bool]]:
    """Yield programs with objects; after ``::`` the classes and methods of a program."""
    path, *names = text.split("::")
    if not names:
        yield from files(text, (*JAVA, *JAVALITE, *POSE))
        return
    classes, methods = names_in(path)
    if len(names) == 1:
        yield from ((f"{path}::{name}", True) for name in classes)
        yield from ((f"{path}::{name}", False) for name in methods)
    elif len(names) == 2:
        yield from ((f"{path}::{names[0]}::{name}", False) for name in methods)


def names_in(path: str) -> tuple[Iterable[str], Iterable[str]]:
    """Return the classes and methods of a source file, as far as its text shows them."""
    ending = os.path.splitext(path)[1].lower()
    try:
        with open(os.path.expanduser(path), encoding="utf-8", errors="replace") as stream:
            text = stream.read(_LARGEST)
    except (OSError, ValueError):
        return (), ()
    if ending == ".java":
        return _java(text)
    return _javalite(text, path) if ending in JAVALITE else ((), ())


def _java(text: str) -> tuple[Iterable[str], Iterable[str]]:
    code = _COMMENT.sub(" ", text)
    classes = dict.fromkeys(_TYPE.findall(code))
    methods = (name for name in _METHOD.findall(code) if name not in _NO_METHODS and name not in classes)
    return classes, dict.fromkeys(methods)


def _javalite(text: str, path: str) -> tuple[Iterable[str], Iterable[str]]:
    from symheap.lang.javalite.check import check_text

    try:
        classes = check_text(text, path).classes
    except SourceError:
        return (), ()
    methods = (signature.syntax.name.text for signature in classes.methods.values())
    return [name for name in classes.table.universe if name != "Object"], dict.fromkeys(methods)


def runs(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the stored runs, newest first, with their sizes."""
    yield LAST, "the run that was begun last"
    try:
        for file in run_files(runs_folder(environ))[:_MOST]:
            yield file.stem, _size(file)
    except (OSError, RuntimeError):
        return


def _size(file: Path) -> str:
    return f"{file.stat().st_size // 1024} KiB"
