"""Find the sources of compiled code: class files contain the name of a source, but no path."""

from __future__ import annotations

import os
from functools import lru_cache

from symheap.core.source import CodePosition


def source_file(target: str, position: CodePosition) -> str | None:
    """Return the path of a source, given the target of the command; None if it is not found.

    It is the target itself, or a file in the folder of its package, relative to the root that the target's package
    implies. If the target is a folder, it is the only file of that name in a folder named like its package.
    """
    if not position.line:
        return None
    if os.path.isdir(target):
        return _in_folder(target, position)
    if not target.endswith(".java"):
        return None
    if position.file == os.path.basename(target):
        return target
    folders = position.member.partition("(")[0].split(".")[:-2]
    beside = os.path.join(os.path.dirname(target), position.file)
    below = os.path.normpath(os.path.dirname(os.path.abspath(target))).split(os.sep)
    if below[len(below) - len(folders) :] == folders and os.path.basename(position.file) == position.file:
        return beside if os.path.isfile(beside) else None
    return None


def _in_folder(folder: str, position: CodePosition) -> str | None:
    package = position.member.partition("(")[0].split(".")[:-2]
    candidates = _sources(folder, os.getcwd()).get(position.file, ())
    own = [
        each for each in candidates if not package or os.path.dirname(each).split(os.sep)[-len(package) :] == package
    ]
    return own[0] if len(own) == 1 else None


@lru_cache(maxsize=4)
def _sources(folder: str, _working: str) -> dict[str, list[str]]:
    """Return the Java sources below a folder by name.  The result is cached, so later files are not seen.

    A relative folder is another one where the working directory is.
    """
    sources: dict[str, list[str]] = {}
    for at, folders, files in os.walk(folder, followlinks=False):
        folders[:] = [each for each in folders if not each.startswith(".")]
        for file in files:
            if file.endswith(".java"):
                sources.setdefault(file, []).append(os.path.normpath(os.path.join(at, file)))
    return sources
