"""Names as class files spell them, and strings as they encode them."""

from __future__ import annotations

import re

_SEGMENT = r"[^.;\[/]+"
INTERNAL_NAME = rf"{_SEGMENT}(?:/{_SEGMENT})*"
_CLASS = re.compile(INTERNAL_NAME)
_FIELD = re.compile(_SEGMENT)
_METHOD = re.compile(r"[^.;\[/<>]+|<init>|<clinit>")


def is_internal_name(text: str) -> bool:
    """`java/lang/String`: segments without `. ; [ /`, JVMS 4.2.1."""
    return _CLASS.fullmatch(text) is not None


def is_field_name(text: str) -> bool:
    return _FIELD.fullmatch(text) is not None


def is_method_name(text: str) -> bool:
    return _METHOD.fullmatch(text) is not None


def external(internal: str) -> str:
    """The name that `Class.getName()` prints.  One to one, as an internal name has no dots."""
    return internal.replace("/", ".")


def internal(name: str) -> str:
    return name.replace(".", "/")


def decode_modified_utf8(raw: bytes) -> str | None:
    """One character for each UTF-16 code unit, or None when `raw` is not modified UTF-8 (JVMS 4.4.7).

    Zero is written in two bytes and never as a byte of its own; a supplementary character is two surrogates of three
    bytes each, which stay two characters here.
    """
    if raw.isascii():
        return None if 0 in raw else raw.decode("ascii")
    if 0 in raw or max(raw) >= 0xF0:
        return None
    try:
        return raw.replace(b"\xc0\x80", b"\x00").decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None


def encode_modified_utf8(text: str) -> bytes:
    """The inverse of `decode_modified_utf8`, for strings of UTF-16 code units."""
    return text.encode("utf-8", "surrogatepass").replace(b"\x00", b"\xc0\x80")
