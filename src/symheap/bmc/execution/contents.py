"""The bytes of one object: words at known offsets, little-endian, with the provenance of each byte.

Law: under any model, the bytes of an object after an operation are those of `symheap.memory.bytes.MemoryObject` after
the same operation.  A byte that is not set is unknown; reading it fixes its value from then on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from symheap.core.terms import Op, Term, Value, wrap
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.separation.heaps.cells import chunks


class Word(NamedTuple):
    """Bits, and the number of the object whose address they came from, if any."""

    bits: Value
    origin: int | None = None


class Piece(NamedTuple):
    """`size` bytes at `offset` that hold `word`, or one byte over and over if `repeated`; None: they are not set."""

    offset: int
    size: int
    word: Word | None
    repeated: bool = False

    @property
    def end(self) -> int:
        return self.offset + self.size


@dataclass(frozen=True, slots=True)
class Contents:
    """`pieces` are sorted and do not overlap; bytes outside of them are zero if `zero`, else not set."""

    pieces: tuple[Piece, ...] = ()
    zero: bool = False


Fresh = Callable[[int], Term]
"""Returns a symbol for the given number of unknown bytes."""
ZERO: Final = Word(0)
NOTHING_SET: Final = Contents()


def parts(contents: Contents, offset: int, size: int) -> list[Piece]:
    """Split a range into its pieces, without gaps."""
    result: list[Piece] = []
    at, end = offset, offset + size
    for number in range(_first(contents, offset), len(contents.pieces)):
        piece = contents.pieces[number]
        if piece.offset >= end:
            break
        if piece.offset > at:
            result.append(_outside(contents, at, piece.offset - at))
            at = piece.offset
        result.append(_clipped(piece, at, min(piece.end, end)))
        at = result[-1].end
    if at < end:
        result.append(_outside(contents, at, end - at))
    return result


def replaced(contents: Contents, offset: int, size: int, new: Iterable[Piece]) -> Contents:
    """Replace a range by `new` pieces."""
    pieces, end = contents.pieces, offset + size
    first = _first(contents, offset)
    last = first
    while last < len(pieces) and pieces[last].offset < end:
        last += 1
    kept = list(pieces[:first])
    if first < last and pieces[first].offset < offset:
        kept.append(_clipped(pieces[first], pieces[first].offset, offset))
    kept += new
    if first < last and pieces[last - 1].end > end:
        kept.append(_clipped(pieces[last - 1], end, pieces[last - 1].end))
    return Contents((*kept, *pieces[last:]), contents.zero)


def read(contents: Contents, offset: int, size: int, fresh: Fresh) -> tuple[Contents, Word]:
    """Return the word of a range; it has an origin if all of its bytes have the same."""
    pieces = parts(contents, offset, size)
    if any(part.word is None for part in pieces):
        contents = settled(contents, offset, size, lambda start, length: ((start, length),), fresh)
        pieces = parts(contents, offset, size)
    if len(pieces) == 1 and not pieces[0].repeated:
        assert pieces[0].word is not None
        return contents, pieces[0].word
    origins = {part.word.origin for part in pieces if part.word is not None}
    return contents, Word(_joined(pieces, size), origins.pop() if len(origins) == 1 else None)


def written(contents: Contents, offset: int, size: int, word: Word) -> Contents:
    return replaced(contents, offset, size, (Piece(offset, size, word),)) if size else contents


def filled(contents: Contents, offset: int, count: int, byte: Word | None) -> Contents:
    return replaced(contents, offset, count, (Piece(offset, count, byte, byte is not None),)) if count else contents


def settled(
    contents: Contents,
    offset: int,
    size: int,
    cut: Callable[[int, int], Iterable[tuple[int, int]]],
    fresh: Fresh,
) -> Contents:
    """Set the unknown bytes of a range to `fresh` symbols, in words as `cut` divides a range."""
    new: list[Piece] = []
    for part in parts(contents, offset, size):
        if part.word is None:
            new += (Piece(start, length, Word(fresh(length))) for start, length in cut(part.offset, part.size))
        else:
            new.append(part)
    return replaced(contents, offset, size, new)


def settled_in_words(contents: Contents, offset: int, size: int, fresh: Fresh) -> Contents:
    return settled(contents, offset, size, chunks, fresh)


def copied(contents: Contents, offset: int, source: Contents, start: int, count: int) -> Contents:
    """Copy bytes of `source` with their provenance; unset bytes stay unset in the copy."""
    return replaced(contents, offset, count, _moved(parts(source, start, count), offset - start)) if count else contents


def _moved(pieces: Sequence[Piece], by: int) -> Iterator[Piece]:
    return (piece._replace(offset=piece.offset + by) for piece in pieces)


def _first(contents: Contents, offset: int) -> int:
    """Return the index of the first piece that ends behind `offset`."""
    number = bisect_right(contents.pieces, offset, key=_offset)
    return number - 1 if number and contents.pieces[number - 1].end > offset else number


def _offset(piece: Piece) -> int:
    return piece.offset


def _outside(contents: Contents, offset: int, size: int) -> Piece:
    return Piece(offset, size, ZERO, True) if contents.zero else Piece(offset, size, None)


def _clipped(piece: Piece, start: int, end: int) -> Piece:
    """Return the bytes of a piece from `start` to `end`."""
    if start == piece.offset and end == piece.end:
        return piece
    if piece.word is None or piece.repeated:
        return Piece(start, end - start, piece.word, piece.repeated)
    bits = extract(piece.word.bits, 8 * (end - piece.offset) - 1, 8 * (start - piece.offset))
    return Piece(start, end - start, Word(bits, piece.word.origin))


def _joined(pieces: Sequence[Piece], size: int) -> Value:
    """Return the bits of adjacent pieces.  Neighbouring parts of one word are merged again."""
    values: list[tuple[int, Value]] = []
    for length, value in _values(pieces):
        before = values[-1] if values else None
        together = None if before is None else _reunited(before[1], value)
        if before is not None and together is not None:
            values[-1] = (before[0] + length, together)
        else:
            values.append((length, value))
    whole: Value = 0
    at = 0
    for length, value in values:
        wide = extend(value, 8 * length, 8 * size, signed=False)
        whole = bitvector(Op.BVOR, 8 * size, whole, bitvector(Op.BVSHL, 8 * size, wide, 8 * at))
        at += length
    return whole


def _values(pieces: Sequence[Piece]) -> Iterator[tuple[int, Value]]:
    for piece in pieces:
        assert piece.word is not None
        if not piece.repeated:
            yield piece.size, piece.word.bits
        elif isinstance(piece.word.bits, Term):
            yield from ((1, piece.word.bits) for _ in range(piece.size))
        else:
            byte = piece.word.bits & 0xFF
            yield piece.size, wrap(int.from_bytes(bytes((byte,)) * piece.size, "little"), 8 * piece.size)


def _reunited(low: Value, high: Value) -> Value | None:
    """Return two neighbouring parts of one term as one part, or None."""
    if not isinstance(low, Term) or not isinstance(high, Term) or low.op is not Op.EXTRACT or high.op is not Op.EXTRACT:
        return None
    assert isinstance(low.payload, tuple)
    assert isinstance(high.payload, tuple)
    if low.args[0] is not high.args[0] or high.payload[1] != low.payload[0] + 1:
        return None
    return extract(low.args[0], high.payload[0], low.payload[1])
