"""Library functions that are written in C: where their text is, and which of them return an approximate result."""

from __future__ import annotations

from typing import Final

FILE: Final = "<library>"

_CERTAIN: Final = (
    "__errno_location strtol strtoul strtod atof getenv setlocale puts __builtin_puts fputs fflush fputc putc ungetc "
    "fileno"
)
APPROXIMATE: Final[dict[str, str]] = {
    **{name: name for name in _CERTAIN.split()},
    "__symheap_formatted": "sprintf",
    "__symheap_scanned_from": "sscanf",
    "__symheap_order": "strcmp, beyond its sign",
}
"""Functions with a fixed result that their model does not compute, with the name shown to users."""

STANDARD_STREAMS: Final = {name: f"__symheap_{name}" for name in ("stdin", "stdout", "stderr")}
"""Maps the pointers to standard streams to the objects that they lead to."""

STREAM_TAGS: Final = ("_IO_FILE", "symheap_file")
"""The tags of ``FILE`` in the headers of glibc and in symheap's own."""

STREAM_SIZE: Final = 216
STREAM_OFFSET: Final = 16
"""Offset of a stream in its object, so that ``free`` rejects the pointer."""
STREAM_MARK: Final = 0xFBAD
MARK_OFFSET: Final = 2
