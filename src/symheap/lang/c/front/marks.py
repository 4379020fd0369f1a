"""The names of files in the line marks that a preprocessor writes."""

from __future__ import annotations

import re
from typing import Final

_MARK: Final = re.compile(r'^#(?:line)? \d+ "((?:\\.|[^"\\\n])+)"', re.MULTILINE)
_ESCAPED: Final = re.compile(r"\\(.)")


def names_in(text: str) -> list[str]:
    """Return the file names of all marks, each as often as it occurs."""
    return [unescaped(name) for name in _MARK.findall(text)]


def unescaped(name: str) -> str:
    return _ESCAPED.sub(r"\1", name)


def escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


def is_made_up(file: str) -> bool:
    """Whether a name denotes no file, such as ``<built-in>``.  A user's file ends in ``.c`` or the like."""
    return file.startswith("<") and file.endswith(">")
