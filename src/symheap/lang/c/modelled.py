"""Library functions that are written in C: where their text is, and which of them do not say what they return."""

from __future__ import annotations

from typing import Final

FILE: Final = "<library>"

_CERTAIN: Final = (
    "__errno_location strtol strtoul strtod atof getenv setlocale puts __builtin_puts fputs fflush fputc putc ungetc"
)
APPROXIMATE: Final[dict[str, str]] = {
    **{name: name for name in _CERTAIN.split()},
    "__symheap_formatted": "sprintf",
    "__symheap_scanned_from": "sscanf",
    "__symheap_order": "strcmp, beyond its sign",
}
"""Functions that have a certain result, which their model does not work out, and what each is called for people."""

STANDARD_STREAMS: Final = {name: f"__symheap_{name}" for name in ("stdin", "stdout", "stderr")}
"""The objects that the pointers to standard streams lead to, by the names of these pointers."""

STREAM_TAGS: Final = ("_IO_FILE", "symheap_file")
"""The tags of ``FILE`` in the headers of glibc and in symheap's own."""

STREAM_SIZE: Final = 216
STREAM_OFFSET: Final = 16
"""How far from the start of its object a stream begins, so that ``free`` does not take it."""
STREAM_MARK: Final = 0xFBAD
MARK_OFFSET: Final = 2
