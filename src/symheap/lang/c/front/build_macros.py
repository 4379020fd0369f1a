"""Macros whose values depend on how or when a program is compiled, such as ``__OPTIMIZE__``.

The preprocessor runs as for an unoptimised build.  A file that asks such a macro may be another program in another
build, so it is refused by name.  Headers of the system are exempt: they use these macros for variants of the same
functions.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from symheap.core.source import Position
from symheap.lang.c.front.marks import is_made_up, unescaped

_BUILD: Final = (
    *("__OPTIMIZE__", "__OPTIMIZE_SIZE__", "__NO_INLINE__", "__SSP__", "__SSP_ALL__", "__SSP_STRONG__"),
    *("__FAST_MATH__", "__FINITE_MATH_ONLY__", "__ROUNDING_MATH__", "__SUPPORT_SNAN__", "__NO_MATH_ERRNO__"),
    *("__pic__", "__PIC__", "__pie__", "__PIE__"),
    *("__SANITIZE_ADDRESS__", "__SANITIZE_THREAD__"),
)
_TIME: Final = ("__DATE__", "__TIME__", "__TIMESTAMP__")
_NAME: Final = re.compile(rf"\b(?:{'|'.join((*_BUILD, *_TIME))})\b")
_MARK: Final = re.compile(r'^#(?:line)? \d+ "((?:\\.|[^"\\\n])+)"([ \d]*)$', re.MULTILINE)
_SYSTEM: Final = "3"
"""The flag of a mark for text that comes from a header of the system."""
_NO_CODE: Final = re.compile(
    r"""/\*.*?\*/ | //(?:\\\n|[^\n])* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'""", re.DOTALL | re.VERBOSE
)


def build_macros(preprocessed: str, defined: Collection[str]) -> Iterator[tuple[str, Position]]:
    """Yield the first such macro in each of the user's files, with its place.

    `defined` are the macros that the command line defines or undefines: their values are known.
    """
    for file in dict.fromkeys(_user_files(preprocessed)):
        if not Path(file).is_file():
            continue
        try:
            text = Path(file).read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            continue
        if _NAME.search(text) is None:
            continue
        code = _NO_CODE.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), text)
        for name in _NAME.finditer(code):
            if name[0] not in defined:
                line = code.count("\n", 0, name.start()) + 1
                column = name.start() - code.rfind("\n", 0, name.start())
                yield reason(name[0]), Position(file, line, column)
                break


def reason(name: str) -> str:
    """Return the reason why a macro is refused."""
    if name in _TIME:
        return f"{name}, which is another text at another time"
    return f"{name}, which depends on the options of the compiler"


def _user_files(preprocessed: str) -> Iterator[str]:
    for mark in _MARK.finditer(preprocessed):
        if _SYSTEM not in mark[2].split() and not is_made_up(mark[1]):
            yield unescaped(mark[1])
