"""Functions on 16-bit characters, known by evaluation: their arguments are the contents of an array and a length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from symheap.core.contents import TableRow
from symheap.core.terms import BV16, BV32, Op, Term, Value, and_, conjunction, eq, implies, ite, not_, or_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.functions import ELEMENT, Function, Reader, apply, reader
from symheap.lang.java.values.short_texts import Bounded, at_most, less

_LATIN1: Final = 1 << 8
_NONE: Final = -1
_LONG: Final = 64


def are_latin1(characters: Value, length: Value) -> Value:
    """Whether the first `length` characters are all Latin-1."""
    assert isinstance(characters, Term)
    if isinstance(length, Term) or length > _LONG:
        repeated = _repeated(characters, length)
        if repeated is not None:
            return or_(_is_latin1(repeated), not_(less(0, length)))
        return eq(apply(FIRST_WIDE, characters, length), _NONE)
    held = reader(characters)
    return conjunction(_is_latin1(held(at)) for at in range(length))


def _repeated(characters: Term, length: Value) -> Value | None:
    """Return the one character that all of the first characters equal, if that is visible."""
    if characters.op is Op.FILLED:
        return characters.args[0]
    if characters.op is Op.COPY:
        _, at, source, _, count = characters.args
        assert isinstance(source, Term)
        if at == 0 and count == length and source.op is Op.FILLED:
            return source.args[0]
    return None


def _is_latin1(character: Value) -> Value:
    return bitvector(Op.BVULT, 16, character, _LATIN1)


def _within(index: Value, length: Value) -> Value:
    return and_(not_(less(index, 0)), less(index, length))


def _first(characters: TableRow, length: int) -> int:
    wide = [at for at, held in characters.known.items() if 0 <= at < length and not _is_latin1(held)]
    if not _is_latin1(characters.default):
        wide += [at for at in range(min(length, len(characters.known) + 1)) if at not in characters.known]
    return min(wide, default=_NONE)


def _chosen(places: int, here: Callable[[int], Value]) -> Value:
    place: Value = _NONE
    for at in reversed(range(places)):
        place = ite(here(at), at, place, BV32)
    return place


def _expanded(characters: Reader, length: int) -> Value:
    return _chosen(length, lambda at: not_(_is_latin1(characters(at))))


def _bounded(most: int, characters: Reader, length: Value) -> Bounded:
    place = _chosen(most, lambda at: and_(less(at, length), not_(_is_latin1(characters(at)))))
    return at_most(length, most), place


def _law(result: Value, characters: Value, length: Value) -> Value:
    here = not_(_is_latin1(apply(ELEMENT[BV16], characters, result)))
    return or_(eq(result, _NONE), and_(_within(result, length), here))


def _passed(search: Term, other: Term) -> Value:
    """Return the fact that an element before the first wide one, or copied to such a place, is Latin-1."""
    if other.payload is not ELEMENT[BV16]:
        return True
    (characters, length), (array, index) = search.args, other.args
    assert isinstance(characters, Term)
    place: Value = index
    there: Value = True
    if characters.op is Op.COPY and characters.args[2] is array:
        _, at, _, start, count = characters.args
        past = bitvector(Op.BVSUB, 32, index, start)
        place, there = bitvector(Op.BVADD, 32, at, past), _within(past, count)
    elif characters is not array:
        return True
    before = and_(there, _within(place, length), or_(eq(search, _NONE), less(place, search)))
    return implies(before, _is_latin1(other))


FIRST_WIDE: Final = Function(
    "wide",
    BV32,
    _first,
    (1,),
    _expanded,
    law=_law,
    extents=((0, 1),),
    at_most=256,
    bounded=_bounded,
    between=_passed,
)
"""The position of the first character that is not Latin-1; -1 if all are."""
