"""Text with alternatives, from which a random program is drawn.

``«a|b»`` is one of its alternatives, ``«T:a|b»`` also remembers it as T, and ``«T»`` is the remembered text.  ``«$K»``
is one of a table of lists, ``@`` the number of the block, ``¦`` C's bar.  Alternatives may be nested, and may be empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

TABLES: Final[Mapping[str, Sequence[str]]] = {
    "K": ("0", "1", "2", "3", "4", "7", "8", "12", "16", "100", "127", "128", "200", "255", "256", "300", "1000"),
    "small": ("1", "2", "3", "4", "5", "6"),
    "narrow": ("char", "signed char", "unsigned char", "short", "unsigned short"),
    "int": ("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long"),
    "wide": ("int", "unsigned", "long", "unsigned long", "long long"),
    "counted": ("int", "int", "long", "unsigned", "unsigned long", "short"),
    "rel": ("==", "!=", "<", ">", "<=", ">="),
    "nd": tuple(f"symheap_nondet_{name}()" for name in ("int", "int", "uchar", "short", "uint", "long", "schar")),
    "nint": ("symheap_nondet_int()",),
}
_NAMED: Final = re.compile(r"([A-Za-z]\w*):(.*)", re.DOTALL)


def drawn(random: Random, text: str, names: dict[str, str] | None = None) -> str:
    """Return the text with an alternative chosen everywhere, outer ones first, so that names are drawn once."""
    remembered = {} if names is None else names
    return _expanded(random, text, remembered).replace("¦", "|")


def _expanded(random: Random, text: str, names: dict[str, str]) -> str:
    out: list[str] = []
    at = 0
    while at < len(text):
        start = text.find("«", at)
        if start < 0:
            out.append(text[at:])
            break
        out.append(text[at:start])
        end = _closing(text, start)
        out.append(_chosen(random, text[start + 1 : end], names))
        at = end + 1
    return "".join(out)


def _closing(text: str, start: int) -> int:
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "«") - (text[at] == "»")
        if depth == 0:
            return at
    raise ValueError(f"an alternative is not closed: {text[start : start + 40]}")


def _chosen(random: Random, inside: str, names: dict[str, str]) -> str:
    if inside in names:
        return names[inside]
    named = _NAMED.fullmatch(inside)
    if named and "«" not in named[1]:
        names[named[1]] = _chosen(random, named[2], names)
        return names[named[1]]
    one = random.choice(_alternatives(inside))
    if one.startswith("$") and one[1:] in TABLES:
        return random.choice(TABLES[one[1:]])
    return _expanded(random, one, names)


def _alternatives(inside: str) -> list[str]:
    parts, depth, last = [], 0, 0
    for at, character in enumerate(inside):
        depth += (character == "«") - (character == "»")
        if character == "|" and depth == 0:
            parts.append(inside[last:at])
            last = at + 1
    return [*parts, inside[last:]]
