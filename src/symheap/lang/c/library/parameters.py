"""The obligations of a call: for each parameter of each model, the condition on the memory behind its argument.

One word per parameter, in order; ``...`` stands for the arguments of a format.

| word | the argument |
|---|---|
| ``value`` | is no pointer, or only its address matters |
| ``string`` | points to a string with its terminating zero, all of it readable |
| ``text(n)`` | points to a string, or to `n` readable bytes |
| ``reads(n)``, ``reads(n*m)`` | points to that many readable bytes |
| ``writes(n)``, ``writes(n*m)`` | points to that many writable bytes |
| ``copies(#2)`` | points to room for the string at the second argument |
| ``appends(#2)`` | points to a string with room for another behind it |
| ``prints(#2)`` | points to room for the text of the format at the second argument |
| ``edits`` | points to a string, in which zeros are written |
| ``stream`` | is an open stream |
| ``frees`` | is null or the start of a heap object |
| ``calls`` | is the address of a function |
| ``format``, ``scans`` | is a format of ``printf`` or ``scanf``, which describes the arguments behind it |
| ``kept`` | is null: the library would keep the address, which is refused |
| ``refused`` | is not examined, since the call is refused |
| ``ignored`` | is not examined |

A number is a number of bytes; ``#2`` is the value of the second parameter.  A ``?`` at the end allows null.  A ``~`` at
the front means that the model's own commands make these accesses, as the loop of ``strlen`` does.  For all other words
the checks are generated, and the model reads nothing else of a ``string``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from symheap.lang.c.library.signatures import SIGNATURES

VARIADIC: Final = "..."

_WORD: Final = re.compile(r"(?P<own>~)?(?P<kind>[a-z]+)(?:\((?P<count>#?\d+)(?:\*(?P<size>#?\d+))?\))?(?P<null>\?)?")
_HELPERS: Final = {
    "string": "__symheap_string",
    "text": "__symheap_text",
    "reads": "__symheap_readable",
    "stream": "__symheap_stream",
    "kept": "__symheap_kept",
}
_SAID: Final = {
    "value": "",
    "string": "reads a string",
    "text": "reads a string, at most {count} bytes",
    "reads": "reads {count} bytes",
    "writes": "writes {count} bytes",
    "copies": "writes the string at {count}",
    "appends": "reads a string, writes the one at {count} behind it",
    "prints": "writes the text of the format at {count}",
    "edits": "reads a string, writes zeros in it",
    "stream": "an open stream",
    "frees": "a heap object",
    "calls": "calls it",
    "format": "a format, and what its conversions read and write",
    "scans": "a format, and what its conversions write",
    "kept": "refused unless null",
    "refused": "refused",
    "ignored": "ignored",
}


@dataclass(frozen=True, slots=True)
class Factor:
    """A number, or the value of the parameter at an index that counts from zero."""

    number: int
    is_parameter: bool

    def __str__(self) -> str:
        return f"#{self.number + 1}" if self.is_parameter else str(self.number)


@dataclass(frozen=True, slots=True)
class Obligation:
    """The obligation of a call for one parameter; `own` means that the model's commands check it themselves."""

    kind: str
    count: tuple[Factor, ...] = ()
    or_null: bool = False
    own: bool = False

    @property
    def helper(self) -> str | None:
        """Function of ``models.c`` that checks the obligation, or None if no check is generated."""
        return None if self.own else _HELPERS.get(self.kind)

    @property
    def factors(self) -> tuple[Factor, ...]:
        """Arguments of the check, after the address."""
        return (*self.count, Factor(1, False)) if self.kind == "reads" and len(self.count) == 1 else self.count

    @property
    def is_pointer(self) -> bool:
        """Whether the declaration says something about the memory behind the argument."""
        return self.kind != "value"

    def __str__(self) -> str:
        text = _SAID[self.kind].format(count="·".join(map(str, self.count)))
        return f"{text}, or null" if self.or_null else text


@cache
def obligations(name: str) -> tuple[Obligation, ...]:
    """Return the obligations of a model, one per parameter, in order."""
    return tuple(_obligation(word) for word in _words(name) if word != VARIADIC)


def is_variadic(name: str) -> bool:
    return VARIADIC in _words(name)


def description(name: str) -> str:
    """Return the obligations of a model as text: ``2: reads a string``."""
    texts = [(index, str(each)) for index, each in enumerate(obligations(name), start=1)]
    return "; ".join(f"{index}: {text}" for index, text in texts if text)


def is_declared(name: str) -> bool:
    """Whether the obligations of a model are declared."""
    return name in SIGNATURES


def _words(name: str) -> list[str]:
    return SIGNATURES.get(name, "").split()


def _obligation(word: str) -> Obligation:
    match = _WORD.fullmatch(word)
    if match is None or match["kind"] not in _SAID:
        raise ValueError(f"{word} is no obligation")
    count = tuple(_factor(text) for text in (match["count"], match["size"]) if text)
    return Obligation(match["kind"], count, bool(match["null"]), bool(match["own"]))


def _factor(text: str) -> Factor:
    return Factor(int(text[1:]) - 1, True) if text.startswith("#") else Factor(int(text), False)
