"""Names in tests: variables by access path."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain, count

from symheap.lang.java.stubs import SUFFIX
from symheap.testgen.access import WORDS

_AVOIDED = frozenset({*WORDS, "java", "javax", "org", "com", "var", "yield", "record", "sealed", "permits", "when"})
KEPT = frozenset(("result", "thrown"))
"""Names for what comes of a call: of the inputs only a parameter may have one."""

_LONGEST = 32
_THIS = "this"
_INDEX = re.compile(r"\[(-?\d+)\]")
_SPLIT = re.compile(r"[0-9A-Za-z]+")
_HUMP = re.compile(r"^([A-Z]+)(?=[A-Z][a-z]|[0-9_$]|$)")


class Names:
    """The variables of one test.

    Laws: a path has one name, and two paths have two; no name is a word of Java or one of `reserved`.  Only a parameter
    that is called so is called ``result`` or ``thrown``.
    The receiver is called after its class, an input by its own name, and all else by the way that leads to it:
    ``head``, ``headNext``, ``items0``.  The receiver itself is left out of the way, unless that makes the name unique.
    """

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._taken = set(reserved)
        self._found: dict[tuple[str, ...], str] = {}

    def variable(self, path: tuple[str, ...], class_name: str) -> str:
        """The name of the variable for what a path leads to, an object of `class_name`."""
        found = self._found.get(path)
        if found is None:
            wanted = self._wanted(path, class_name)
            kept = frozenset() if len(path) == 1 and path != (_THIS,) else KEPT
            found = next(name for name in wanted if self._is_free(name) and name not in kept)
            self._taken.add(found)
            self._found[path] = found
        return found

    def copy(self) -> Names:
        """Names that go their own way."""
        own = Names(self._taken)
        own._found = dict(self._found)
        return own

    def become(self, other: Names) -> None:
        """Go on as a copy that went its own way."""
        self._taken, self._found = other._taken, other._found

    def reserve(self, name: str) -> str:
        """A name that is given otherwise: no variable gets it from now on."""
        self._taken.add(name)
        return name

    def fresh(self, *wanted: str) -> str:
        """A variable that stands for no path: the first of these names that is free, else the last with a number."""
        names = [lower_camel(name) for name in wanted]
        numbered = (f"{names[-1]}{number}" for number in count(2))
        found = next(filter(self._is_free, chain(names, numbered)))
        self._taken.add(found)
        return found

    def _is_free(self, name: str) -> bool:
        return name not in self._taken and name not in _AVOIDED

    def _wanted(self, path: tuple[str, ...], class_name: str) -> Iterator[str]:
        """Ever worse names, without end."""
        root, *steps = path
        simple = simple_name(class_name)
        if not steps:
            names = [lower_camel(simple) if root == _THIS else word(root, "input")]
        else:
            first = self._found.get((_THIS,), "own") if root == _THIS else root
            short = steps if root == _THIS else [root, *steps]
            names = [camel(short), camel([first, *steps])]
        names = [name if name != simple else f"a{name[:1].upper()}{name[1:]}" for name in names]
        yield from names
        yield from (f"{names[0]}{number}" for number in count(2))


def simple_name(class_name: str) -> str:
    """The simple name of a class; of one without a name, that of the class around it; of an array, its elements'."""
    name = class_name.lstrip("[").removesuffix(";").replace("/", ".").removesuffix(SUFFIX).rpartition(".")[2]
    parts = [bare for part in name.split("$") if _SPLIT.search(bare := part.lstrip("0123456789"))]
    return parts[-1] if parts else "object"


def lower_camel(name: str) -> str:
    """``Stack`` is ``stack`` and ``URLParser`` is ``urlParser``."""
    plain = word(name, "object")
    humped = _HUMP.sub(lambda match: match[1].lower(), plain)
    return humped[:1].lower() + humped[1:]


def word(name: str, otherwise: str) -> str:
    """An identifier of plain letters and digits that is as close to a name as can be."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    parts = _SPLIT.findall(plain)
    joined = "".join([*parts[:1], *(part[:1].upper() + part[1:] for part in parts[1:])])
    if not joined:
        return otherwise
    return f"{otherwise}{joined}" if joined[0].isdigit() else joined


def camel(steps: list[str]) -> str:
    """The steps of a path as one name; three times the same step and more are counted, and a long way loses its middle.

    ``next next next`` is ``next3``, and an element ``[0]`` is the bare number.
    """
    pieces = _pieces(steps)
    while len(pieces) > 3 and sum(map(len, pieces)) > _LONGEST:
        del pieces[1]
    first, *rest = pieces
    joined = "".join([lower_camel(first), *(piece[:1].upper() + piece[1:] for piece in rest)])
    return joined if not joined[0].isdigit() else f"item{joined}"


def _pieces(steps: list[str]) -> list[str]:
    pieces: list[str] = []
    at = 0
    while at < len(steps):
        index = _INDEX.fullmatch(steps[at])
        text = index[1].replace("-", "Minus") if index is not None else word(steps[at], "field")
        count = 1
        while index is None and at + count < len(steps) and steps[at + count] == steps[at]:
            count += 1
        if index is not None and pieces:
            pieces[-1] += f"At{text}" if pieces[-1][-1].isdigit() else text
        else:
            pieces += [text] * count if count < 3 else [f"{text}{count}"]
        at += count
    return pieces
