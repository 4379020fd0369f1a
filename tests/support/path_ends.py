"""The ends of a program's paths, as words for tests."""

from __future__ import annotations

from symheap.api import explore
from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.lang.target import Loaded


def ends_of(program: Loaded) -> list[str]:
    """Return the ends of all paths, sorted: `return`, the exception's simple name, or what is unsupported."""
    return sorted(_said(path.trace.end) for path in explore(program))


def _said(end: object) -> str:
    match end:
        case Returned():
            return "return"
        case Threw(_, _, _, exception):
            return exception.rpartition(".")[2]
        case Unsupported(what):
            return f"unsupported: {what}"
        case other:
            return str(other)
