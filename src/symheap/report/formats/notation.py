"""How the values and objects of a language are written.

The core keeps a number for everything; what a person reads depends on the declared type.  A *kind* is the descriptor of
a primitive type of Java (``Z`` is boolean, ``C`` char, ...), or empty where the plain value says it all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from symheap.core.ieee import reader
from symheap.core.model import Plain
from symheap.core.outcome import Threw
from symheap.core.printing import constant, glance, infix
from symheap.core.source import Position
from symheap.core.terms import F32, F64, Term, Value
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import Decision
from symheap.objects.host import Part

Read = Callable[[object, str], object]

VOID = "V"
LONGEST_STRING = 60


def plain_text(value: Plain) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def written(kind: str, value: Plain) -> str:
    """A value as a program would write it; of a character its number too."""
    if kind == "Z":
        return plain_text(bool(value))
    if kind == "C":
        unit = int(value) & 0xFFFF
        return f"'{escaped(chr(unit), quote=chr(39))}' ({unit})"
    if kind in ("F", "D"):
        return constant(int(value), F32 if kind == "F" else F64)
    return plain_text(value)


def number_or_name(kind: str, value: Plain) -> bool | int | float | str:
    """A value for JSON, which has no infinities and no NaN: those are text."""
    if kind == "Z":
        return bool(value)
    if kind == "C":
        return int(value) & 0xFFFF
    if kind in ("F", "D"):
        number = reader(32 if kind == "F" else 64)(int(value))
        return number if math.isfinite(number) else written(kind, value)
    return value


def quoted(text: str, longest: int = LONGEST_STRING) -> str:
    """A string as Java writes it; of a long one the beginning, and how long it is."""
    if len(text) <= longest:
        return f'"{escaped(text)}"'
    return f'"{escaped(text[:longest])}…" ({len(text)} characters)'


_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", "\\": "\\\\"}


def escaped(text: str, quote: str = '"') -> str:
    return "".join(_unit(c, quote) for c in text)


def _unit(c: str, quote: str) -> str:
    if c == quote:
        return "\\" + c
    return _ESCAPES.get(c) or (c if c.isprintable() else f"\\u{ord(c):04x}")


class Notation:
    """What a drawing asks of a language.  This one is for languages whose values are numbers, booleans and objects."""

    def root(self, name: str) -> str:
        """The kind of an input."""
        return ""

    def field(self, class_name: str, name: str) -> str:
        return ""

    def element(self, class_name: str) -> str:
        """The kind of what an array holds."""
        return ""

    def type_name(self, class_name: str) -> str:
        return class_name

    def array_name(self, class_name: str, length: str) -> str:
        """An array's class with its length in the brackets."""
        return f"{class_name}[{length}]"

    def holds_references(self, class_name: str) -> bool:
        return False

    def gives_back(self) -> bool:
        """Whether the program returns a value that one can look at."""
        return True

    def known(self, number: int) -> str | None:
        """What an object is called that exists before the run; None for any other."""
        return None

    def string(self, heap: ConcreteHeap, number: int) -> str | None:
        """The text of an object that is a string with contents."""
        return None

    def whole(self, ref: Term, read: Read, parts: Sequence[Part] | None = None) -> str | None:
        """An object of which a line or two say all; None for any other.

        `read` gives what an object holds in a field, by its name; `parts` are those of a string that nobody has read.
        """
        return None

    @property
    def result_kind(self) -> str:
        """The kind of what the program returns."""
        return ""

    def is_enum(self, class_name: str) -> bool:
        """Whether the objects of a class are constants that have names."""
        return False

    def is_own(self, position: Position) -> bool:
        """Whether a place is in the program under test, and not in a library that it uses."""
        return True

    def is_own_class(self, class_name: str) -> bool:
        """Whether a class is one of the program under test."""
        return True

    def crash(self, end: Threw, place: Position, heap: ConcreteHeap | None = None) -> str | None:
        """What is wrong at a place, in the words of the source; with an input, also what the method was given.

        None where there are no better words than the kind of the error.
        """
        return None

    def call(self, place: Position) -> str | None:
        """The call that is written at a place, in quotes; None if none is known."""
        return None

    def decisions(self, made: Sequence[Decision]) -> list[tuple[Position, str]]:
        """What was decided, each with its place.  Decisions that say nothing to a reader may be left out."""
        return [(decision.position, f"{decision.kind} {decision}") for decision in made]

    def term(self, value: Value) -> str:
        return infix(value)

    def glance(self, value: Value, limit: int) -> str:
        """The upper part of a term, in about `limit` characters."""
        return glance(value, limit)

    def result(self, value: Value) -> str:
        """What a program gives back."""
        return self.term(value)
