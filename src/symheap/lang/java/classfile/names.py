"""Names in the form of class files, and the encoding of their strings."""

from __future__ import annotations

import re

_SEGMENT = r"[^.;\[/]+"
INTERNAL_NAME = rf"{_SEGMENT}(?:/{_SEGMENT})*"
_CLASS = re.compile(INTERNAL_NAME)
_FIELD = re.compile(_SEGMENT)
_METHOD = re.compile(r"[^.;\[/<>]+|<init>|<clinit>")


def is_internal_name(text: str) -> bool:
    """Whether `text` is a name like `java/lang/String`: segments without `. ; [ /`, JVMS 4.2.1."""
    return _CLASS.fullmatch(text) is not None


def is_field_name(text: str) -> bool:
    return _FIELD.fullmatch(text) is not None


def is_method_name(text: str) -> bool:
    return _METHOD.fullmatch(text) is not None


def external(internal: str) -> str:
    """Return the name that `Class.getName()` prints. This is one to one, since an internal name has no dots."""
    return internal.replace("/", ".")


def internal(name: str) -> str:
    return name.replace(".", "/")


def decode_modified_utf8(raw: bytes) -> str | None:
    """Return one character for each UTF-16 code unit; None if `raw` is not modified UTF-8 (JVMS 4.4.7).

    Zero is encoded in two bytes, never as a zero byte. A supplementary character is encoded as two surrogates of three
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
    """Encode a string of UTF-16 code units: the inverse of `decode_modified_utf8`."""
    return text.encode("utf-8", "surrogatepass").replace(b"\x00", b"\xc0\x80")
