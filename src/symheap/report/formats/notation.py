"""How a language writes its values and objects.

The core represents everything by numbers; the readable form depends on the declared type.  A *kind* is the descriptor
of a primitive Java type (``Z`` is boolean, ``C`` char, ...), or empty if the plain value is readable.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from symheap.core.model import Plain
from symheap.core.outcome import Threw
from symheap.core.printing import constant, glance, infix
from symheap.core.source import Position
from symheap.core.terms import F32, F64, Term, Value
from symheap.core.theories.ieee import reader
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import Decision
from symheap.objects.host import Part

Read = Callable[[object, str], object]

VOID = "V"
LONGEST_STRING = 60


def plain_text(value: Plain) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def written(kind: str, value: Plain) -> str:
    """Return a value as a program would write it; a character with its number as well."""
    if kind == "Z":
        return plain_text(bool(value))
    if kind == "C":
        unit = int(value) & 0xFFFF
        return f"'{escaped(chr(unit), quote=chr(39))}' ({unit})"
    if kind in ("F", "D"):
        return constant(int(value), F32 if kind == "F" else F64)
    return plain_text(value)


def number_or_name(kind: str, value: Plain) -> bool | int | float | str:
    """Return a value for JSON; infinities and NaN are texts, since JSON lacks them."""
    if kind == "Z":
        return bool(value)
    if kind == "C":
        return int(value) & 0xFFFF
    if kind in ("F", "D"):
        number = reader(32 if kind == "F" else 64)(int(value))
        return number if math.isfinite(number) else written(kind, value)
    return value


def quoted(text: str, longest: int = LONGEST_STRING) -> str:
    """Return a string literal of Java; a long one is shortened and followed by its length."""
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
    """The language-specific parts of drawings.  This base class fits languages with numbers, booleans and objects."""

    def root(self, name: str) -> str:
        """Return the kind of an input."""
        return ""

    def field(self, class_name: str, name: str) -> str:
        return ""

    def element(self, class_name: str) -> str:
        """Return the kind of the elements of an array."""
        return ""

    def type_name(self, class_name: str) -> str:
        return class_name

    def array_name(self, class_name: str, length: str) -> str:
        """Return the class of an array with its length in the brackets."""
        return f"{class_name}[{length}]"

    def holds_references(self, class_name: str) -> bool:
        return False

    def gives_back(self) -> bool:
        """Whether the program returns a value that can be shown."""
        return True

    def known(self, number: int) -> str | None:
        """Return the name of an object that exists before the run; None for any other."""
        return None

    def string(self, heap: ConcreteHeap, number: int) -> str | None:
        """Return the text of an object that is a string with contents."""
        return None

    def whole(self, ref: Term, read: Read, parts: Sequence[Part] | None = None) -> str | None:
        """Return a complete description of an object in a line or two; None if it needs more.

        `read` returns the value of a field of an object, by name; `parts` are those of a concatenated string that no
        path has read.
        """
        return None

    def is_value(self, class_name: str) -> bool:
        """Whether objects of a class are known by their contents, such as strings."""
        return False

    def made(self, ref: Term, read: Read, parts: Sequence[Part] | None = None) -> str | None:
        """Return an expression for a value that a path created, with the arguments of `whole`."""
        return None

    def chosen(self, value: Term) -> str | None:
        """Return a short expression for a choice among objects; None if there is none."""
        return None

    @property
    def result_kind(self) -> str:
        """The kind of the result of the program."""
        return ""

    def is_enum(self, class_name: str) -> bool:
        """Whether the objects of a class are constants with names."""
        return False

    def is_own(self, position: Position) -> bool:
        """Whether a position is in the program under test rather than in a library."""
        return True

    def is_own_class(self, class_name: str) -> bool:
        """Whether a class belongs to the program under test."""
        return True

    def crash(self, end: Threw, place: Position, heap: ConcreteHeap | None = None) -> str | None:
        """Describe what is wrong at a place, in the words of the source; with an input, also the method's arguments.

        None if there is no better description than the kind of the error.
        """
        return None

    def call(self, place: Position) -> str | None:
        """Return the call in the source at a place, in quotes; None if it is not known."""
        return None

    def decisions(self, made: Sequence[Decision]) -> list[tuple[Position, str]]:
        """Return a description of each decision with its position.  Uninformative decisions may be left out."""
        return [(decision.position, f"{decision.kind} {decision}") for decision in made]

    def term(self, value: Value) -> str:
        return infix(value)

    def glance(self, value: Value, limit: int) -> str:
        """Return the upper part of a term, in about `limit` characters."""
        return glance(value, limit)

    def result(self, value: Value) -> str:
        """Return the result of a program in readable form."""
        return self.term(value)
