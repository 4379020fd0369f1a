"""Where the sources of compiled code are: class files have the name of a source, and no path."""

from __future__ import annotations

import os

from symheap.core.source import CodePosition


def source_file(target: str, position: CodePosition) -> str | None:
    """The path of a source, from that of the file that a command was pointed at; None if it is not there.

    It is the file itself, or one in the folder of its package, from where the file says that the packages begin.
    """
    if not position.line or not target.endswith(".java"):
        return None
    if position.file == os.path.basename(target):
        return target
    folders = position.member.partition("(")[0].split(".")[:-2]
    beside = os.path.join(os.path.dirname(target), position.file)
    below = os.path.normpath(os.path.dirname(os.path.abspath(target))).split(os.sep)
    if below[len(below) - len(folders) :] == folders and os.path.basename(position.file) == position.file:
        return beside if os.path.isfile(beside) else None
    return None
