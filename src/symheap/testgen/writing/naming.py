"""Names in tests: variables by access path."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain, count

from symheap.lang.java.inputs.stubs import SUFFIX
from symheap.testgen.access import WORDS

_AVOIDED = frozenset({*WORDS, "java", "javax", "org", "com", "var", "yield", "record", "sealed", "permits", "when"})
KEPT = frozenset(("result", "thrown"))
"""Names for results of a call; of the inputs only a parameter may have one of them."""

_LONGEST = 32
_THIS = "this"
_INDEX = re.compile(r"\[(-?\d+)\]")
_SPLIT = re.compile(r"[0-9A-Za-z]+")
_HUMP = re.compile(r"^([A-Z]+)(?=[A-Z][a-z]|[0-9_$]|$)")


class Names:
    """The variables of one test.

    Laws: a path has one name, and two paths have two names; no name is a Java keyword or one of `reserved`.  Only a
    parameter of that name is called ``result`` or ``thrown``.

    The receiver is named after its class, an input by its own name, and everything else by its access path: ``head``,
    ``headNext``, ``items0``.  The receiver itself is left out of the path, unless it makes the name unique.
    """

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._taken = set(reserved)
        self._found: dict[tuple[str, ...], str] = {}

    def variable(self, path: tuple[str, ...], class_name: str) -> str:
        """Return the name of the variable for the object of `class_name` at a path."""
        chosen = self._found.get(path)
        if chosen is None:
            candidates = self._wanted(path, class_name)
            kept = frozenset() if len(path) == 1 and path != (_THIS,) else KEPT
            chosen = next(name for name in candidates if self._is_free(name) and name not in kept)
            self._taken.add(chosen)
            self._found[path] = chosen
        return chosen

    def copy(self) -> Names:
        """Return an independent copy."""
        own = Names(self._taken)
        own._found = dict(self._found)
        return own

    def become(self, other: Names) -> None:
        """Take over the state of a copy."""
        self._taken, self._found = other._taken, other._found

    def reserve(self, name: str) -> str:
        """Reserve a name that is used otherwise, so that no variable gets it."""
        self._taken.add(name)
        return name

    def fresh(self, *wanted: str) -> str:
        """Return a variable for no path: the first of these names that is free, else the last one with a number."""
        names = [lower_camel(name) for name in wanted]
        numbered = (f"{names[-1]}{number}" for number in count(2))
        chosen = next(filter(self._is_free, chain(names, numbered)))
        self._taken.add(chosen)
        return chosen

    def _is_free(self, name: str) -> bool:
        return name not in self._taken and name not in _AVOIDED

    def _wanted(self, path: tuple[str, ...], class_name: str) -> Iterator[str]:
        """Yield names, best first, without end."""
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
    """Return the simple name of a class.

    For an anonymous class it is that of the enclosing class; for an array, that of the elements.
    """
    name = class_name.lstrip("[").removesuffix(";").replace("/", ".").removesuffix(SUFFIX).rpartition(".")[2]
    parts = [bare for part in name.split("$") if _SPLIT.search(bare := part.lstrip("0123456789"))]
    return parts[-1] if parts else "object"


def lower_camel(name: str) -> str:
    """Convert a class name: ``Stack`` becomes ``stack`` and ``URLParser`` becomes ``urlParser``."""
    plain = word(name, "object")
    humped = _HUMP.sub(lambda match: match[1].lower(), plain)
    return humped[:1].lower() + humped[1:]


def word(name: str, otherwise: str) -> str:
    """Return an identifier of ASCII letters and digits that is close to a name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    parts = _SPLIT.findall(plain)
    joined = "".join([*parts[:1], *(part[:1].upper() + part[1:] for part in parts[1:])])
    if not joined:
        return otherwise
    return f"{otherwise}{joined}" if joined[0].isdigit() else joined


def camel(steps: list[str]) -> str:
    """Join the steps of a path to one name; three or more equal steps are counted, and a long path loses its middle.

    ``next next next`` becomes ``next3``, and an element ``[0]`` becomes the bare number.
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
