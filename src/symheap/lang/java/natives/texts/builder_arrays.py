"""The arrays of builders: their contents, and how they grow."""

from __future__ import annotations

from symheap.core.terms import Term
from symheap.core.theories.bitvectors import extract
from symheap.lang.java.values.pseudo import DEFERRED, JOINED
from symheap.lang.java.world import World
from symheap.objects.host import Cell, Host, Symbolic

Cells = tuple[Cell, ...]


BUILDER = "java.lang.AbstractStringBuilder"


STRING_CLASS = "java.lang.String"


LATIN1, UTF16 = 0, 1


Bytes = list[Cell]


def contents_of(host: Host, ref: Cell, owner: str) -> tuple[Bytes, int]:
    """Return the bytes and the coder of a string or a builder. Raises `Symbolic` if the length is not plain.

    An input string that a path does not read is empty.
    """
    if host.class_of(ref) == DEFERRED or host.parts(ref) is not None:
        raise Symbolic
    value, coder = host.get(ref, owner, "value"), host.plain(host.get(ref, owner, "coder"))
    if owner == STRING_CLASS and host.is_null(value):
        return [], LATIN1
    if host.class_of(value) in (DEFERRED, JOINED):
        raise Symbolic
    if owner == STRING_CLASS:
        return host.elements(value), coder
    count = host.plain(host.get(ref, owner, "count"))
    return host.elements(value)[: count << coder], coder


def _inflated(host: Host, data: Bytes, coder: int) -> Bytes:
    """Return bytes as pairs, the low one first."""
    return data if coder == UTF16 else [part for byte in data for part in (byte, 0)]


def of_text(text: str) -> tuple[Bytes, int]:
    latin1 = all(unit <= "\xff" for unit in text)
    raw = text.encode("latin-1") if latin1 else text.encode("utf-16-le", "surrogatepass")
    return [byte - 256 if byte > 127 else byte for byte in raw], LATIN1 if latin1 else UTF16


def of_char(char: Cell) -> tuple[Bytes, int]:
    if isinstance(char, int):
        return of_text(chr(char & 0xFFFF))
    if isinstance(char, Term) and extract(char, 31, 8) == 0:
        return [extract(char, 7, 0)], LATIN1
    raise Symbolic


def append_to(world: World, host: Host, builder: Cell, added: tuple[Bytes, int], room: int = 0) -> None:
    """Give the builder a new array with the added text, as long as the JDK's array would be then.

    It has room for at least `room` characters. The content after the end is unspecified.
    """
    (data, coder), (more, its) = contents_of(host, builder, BUILDER), added
    length = host.length(host.get(builder, BUILDER, "value"))
    needed = (len(data) >> coder) + max(len(more) >> its, room)
    wider = coder | its if more else coder
    grows = length >> coder < needed
    if coder == wider or not _grows_at_once(world):
        capacity = _grown(length, needed, coder) if grows else length >> coder
    else:
        capacity = _grown(length, needed, wider) if grows else length
    if coder != wider:
        data = _inflated(host, data, coder)
    if its != wider:
        more = _inflated(host, more, its)
    rest = [0] * ((capacity << wider) - len(data) - len(more))
    host.put(builder, BUILDER, "value", host.new_array("[B", [*data, *more, *rest]))
    host.put(builder, BUILDER, "coder", wider)
    host.put(builder, BUILDER, "count", len(data) + len(more) >> wider)


def _grows_at_once(world: World) -> bool:
    """Whether an array that is too short for wider characters is replaced once, rather than lengthened first."""
    return any(method.name == "ensureCapacityNewCoder" for method in world.find(BUILDER).methods.values())


def _grown(length: int, needed: int, coder: int) -> int:
    """Return the new capacity: the needed one, or slightly more than twice the old array, which has `length` bytes."""
    return max(needed << coder, length + length + (2 << coder)) >> coder
