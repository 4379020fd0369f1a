"""The value that a path returns, for a reader: strings and boxes by their contents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from symheap.core.outcome import Returned
from symheap.core.terms import REF, Op, Term
from symheap.engine.state import Texts
from symheap.heap.picture import Writing
from symheap.heap.readable import readable
from symheap.report.formats.notation import Notation, Read

if TYPE_CHECKING:
    from symheap.report.explore.explored import Path

_LONGEST: Final = 100


def returned(path: Path) -> str:
    """Describe the value that a path returns.  An object that is not a value is named by its class and a number."""
    text = contents(path)
    return path.value() if text is None else text


def contents(path: Path) -> str | None:
    """Return the contents of a string or a box that a path returns; None for any other value."""
    end, notation = path.trace.end, path.run.notation
    assert isinstance(end, Returned)
    value = readable(path.trace.heap, end.value)
    if not isinstance(value, Term) or value.sort is not REF or path.run.loaded.returns_unit:
        return None
    text = notation.chosen(value) if value.op is Op.ITE else _made(path, value)
    return None if text is None or len(text) > _LONGEST else text


def _made(path: Path, value: Term) -> str | None:
    """Return the contents of a string or a box that the path created."""
    end, notation = path.trace.end, path.run.notation
    assert isinstance(end, Returned)
    if value.op is not Op.LOC or value.location.initial or not notation.is_value(value.location.class_name):
        return None
    reader = _Reader(notation, path.trace.texts, value)
    path.run.exploration.model.picture(path.trace.heap, (("result", end.value),), reader)
    return reader.text


class _Reader(Writing):
    """Draws nothing inside objects, and keeps the description of one."""

    def __init__(self, notation: Notation, texts: Texts, wanted: Term) -> None:
        self._notation = notation
        self._texts = texts
        self._wanted = wanted
        self.text: str | None = None

    def whole(self, ref: Term, read: Read) -> str | None:
        if ref is self._wanted:
            made = self._texts.get(ref)
            self.text = self._notation.made(ref, read, None if made is None else made.parts)
        return ""
