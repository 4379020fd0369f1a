"""Values, texts, classes and constants as parts of names."""

from __future__ import annotations

import re
from typing import Final

from symheap.core.model import Plain
from symheap.core.theories.ieee import reader
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.values.types import CLASS, descriptor_of, is_array, source_name
from symheap.testgen.writing.naming import simple_name, word

_ENDS: Final = {-(2**31): "MinValue", 2**31 - 1: "MaxValue", -(2**63): "MinLong", 2**63 - 1: "MaxLong"}
_SIGNS: Final = {
    "-": "Minus",
    "+": "Plus",
    ".": "Point",
    ",": "Comma",
    " ": "Blank",
    "/": "Slash",
    ":": "Colon",
    "#": "Hash",
    "_": "Underscore",
    "(": "Open",
    ")": "Close",
    "*": "Star",
    "=": "Equals",
    "%": "Percent",
    "@": "At",
    "'": "Quote",
}
_PLAIN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,15}")
_FEW: Final = 5


def upper(name: str, otherwise: str = "Object") -> str:
    plain = word(name, otherwise)
    return plain[:1].upper() + plain[1:]


def value_word(kind: str, value: Plain) -> str:
    """Return a plain value as a word."""
    if kind == "Z":
        return "True" if value else "False"
    if kind == "C":
        return _char(chr(int(value) & 0xFFFF))
    if kind in ("F", "D"):
        return _float(reader(32 if kind == "F" else 64)(int(value)))
    number = int(value)
    return _ENDS.get(number) or (str(number) if number >= 0 else f"Minus{-number}")


def _char(unit: str) -> str:
    if not unit.isascii() or not unit.isalnum():
        return _SIGNS.get(unit, f"Char{ord(unit)}")
    return f"Upper{unit}" if unit.isupper() else unit.upper()


def _float(number: float) -> str:
    if number != number:
        return "NaN"
    sign = "Minus" if str(number).startswith("-") else ""
    digits = str(abs(number)).removesuffix(".0")
    return sign + digits.replace("inf", "Infinity").replace(".", "Point").replace("-", "Minus").replace("+", "")


def text_word(text: str) -> str | None:
    """Return a word for a short text of letters and named signs; None for any other text."""
    if not text:
        return "EmptyText"
    if _PLAIN.fullmatch(text) and text[0].isalpha():
        return upper(text)
    if len(text) <= _FEW and all(c in _SIGNS or (c.isascii() and c.isalnum()) for c in text):
        return "".join(_SIGNS.get(c, c.upper()) for c in text)
    return None


def class_word(class_name: str) -> str:
    """Return a class as a word: ``Circle``, ``IntArray``."""
    if not is_array(class_name):
        return upper(simple_name(class_name))
    return upper(source_name(descriptor_of(class_name), simple=True).replace("[]", "Array"))


def known_word(initial: InitialObjects, number: int) -> str:
    """Return an existing object as a word: its constant, or the class that it represents."""
    class_name = initial.heap.class_of(number)
    if class_name == CLASS:
        name = source_name(descriptor_of(initial.class_named(initial.term(number))), simple=True)
        return f"Class{upper(name.replace('[]', 'Array'))}"
    for owner in initial.interned.holders:
        for f in initial.world.find(owner).fields.values():
            is_own = f.is_enum_constant or (f.is_static and descriptor_of(class_name) == f.descriptor)
            if is_own and initial.static(owner, f.field.name) == number:
                return constant_word(f.name)
    return class_word(class_name)


def constant_word(name: str) -> str:
    """Return a constant as a word: ``NOT_FOUND`` becomes ``NotFound``."""
    parts = [part for part in name.split("_") if part]
    return "".join(upper(part.lower() if part.isupper() else part) for part in parts) or "Constant"
