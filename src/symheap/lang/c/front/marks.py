"""The names of files in the marks of lines that a preprocessor writes."""

from __future__ import annotations

import re
from typing import Final

_MARK: Final = re.compile(r'^#(?:line)? \d+ "((?:\\.|[^"\\\n])+)"', re.MULTILINE)
_ESCAPED: Final = re.compile(r"\\(.)")


def names_in(text: str) -> list[str]:
    """Those of all marks, each as often as it occurs."""
    return [unescaped(name) for name in _MARK.findall(text)]


def unescaped(name: str) -> str:
    return _ESCAPED.sub(r"\1", name)


def escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


def is_made_up(file: str) -> bool:
    """Whether a name is none of a file, such as ``<built-in>``.  What a user has ends in ``.c`` or the like."""
    return file.startswith("<") and file.endswith(">")
