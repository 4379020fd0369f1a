"""Functions of texts, known by evaluation: methods of String on the units of Latin-1 strings.

A text is the contents of a byte array and a length. Both implementations of each function, the value and the expansion,
follow the definition in the method's documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Final

from symheap.core.contents import TableRow, table_items
from symheap.core.terms import BOOL, BV8, BV32, Op, Term, Value, and_, conjunction, eq, implies, ite, not_, or_, wrap
from symheap.core.theories.arrays import layers
from symheap.core.theories.bitvectors import bitvector, extend
from symheap.core.theories.functions import ELEMENT, REGION, Function, Reader, apply, reader
from symheap.lang.java.values import short_texts

_SHORT: Final = 4
_LONG: Final = 64
_LONGEST: Final = 256


def _unit(byte: Value) -> Value:
    return extend(byte, 8, 32, signed=False)


def _units(row: TableRow, length: int) -> list[int]:
    return [byte & 0xFF for byte in row.upto(length)]


# The hash -------------------------------------------------------------------------------------------------------------


def _hash(text: TableRow, length: int) -> int:
    result = 0
    for unit in _units(text, length):
        result = (31 * result + unit) & 0xFFFFFFFF
    return wrap(result, 32)


def _hash_expanded(text: Reader, length: int) -> Value:
    result: Value = 0
    for at in range(length):
        result = bitvector(Op.BVADD, 32, bitvector(Op.BVMUL, 32, result, 31), _unit(text(at)))
    return result


HASH: Final = Function(
    "hash", BV32, _hash, (1,), _hash_expanded, _SHORT, extents=((0, 1),), bounded=short_texts.hash_of
)
"""The hash of a text and its length: that of `String.hashCode`."""


# Comparison -----------------------------------------------------------------------------------------------------------


def same(a: Value, length_a: Value, b: Value, length_b: Value) -> Value:
    """Whether two texts are equal: their lengths are, and so are their units."""
    return and_(eq(length_a, length_b), region(a, 0, b, 0, length_b if isinstance(length_a, Term) else length_a))


def region(a: Value, start: Value, b: Value, at: Value, length: Value) -> Value:
    return True if a is b and (start is at or start == at) else apply(REGION, a, start, b, at, length)


def _folded(unit: int) -> int:
    lower = unit | 0x20
    return lower if 0x61 <= lower <= 0x7A or (0xE0 <= lower <= 0xFE and lower != 0xF7) else unit


def _alike(a: TableRow, b: TableRow, length: int) -> bool:
    pairs = zip(_units(a, length), _units(b, length), strict=True)
    return all(_folded(x) == _folded(y) for x, y in pairs)


def _alike_expanded(a: Reader, b: Reader, length: int) -> Value:
    return conjunction(_units_alike(_unit(a(at)), _unit(b(at))) for at in range(length))


def _units_alike(x: Value, y: Value) -> Value:
    lower, other = (bitvector(Op.BVOR, 32, unit, 0x20) for unit in (x, y))
    letter = or_(_between(0x61, lower, 0x7A), and_(_between(0xE0, lower, 0xFE), not_(eq(lower, 0xF7))))
    return or_(eq(x, y), and_(letter, eq(lower, other)))


def _between(low: int, value: Value, high: int) -> Value:
    return and_(not_(_less(value, low)), not_(_less(high, value)))


def _less(a: Value, b: Value) -> Value:
    return bitvector(Op.BVSLT, 32, a, b)


ALIKE: Final = Function(
    "alike",
    BOOL,
    _alike,
    (2,),
    _alike_expanded,
    _LONG,
    extents=((0, 2), (1, 2)),
    at_most=_LONGEST,
    bounded=partial(short_texts.pairwise, _units_alike),
)
"""Whether the units of two texts of one length are equal, ignoring case."""


def same_ignoring_case(a: Value, length_a: Value, b: Value, length_b: Value) -> Value:
    alike = True if a is b else apply(ALIKE, a, b, length_b if isinstance(length_a, Term) else length_a)
    return and_(eq(length_a, length_b), alike)


def _compare(a: TableRow, length_a: int, b: TableRow, length_b: int) -> int:
    for x, y in zip(_units(a, length_a), _units(b, length_b), strict=False):
        if x != y:
            return x - y
    return length_a - length_b


def _compare_expanded(a: Reader, length_a: int, b: Reader, length_b: int) -> Value:
    result: Value = length_a - length_b
    for at in reversed(range(min(length_a, length_b))):
        x, y = _unit(a(at)), _unit(b(at))
        result = ite(eq(x, y), result, bitvector(Op.BVSUB, 32, x, y), BV32)
    return result


def _compare_law(result: Value, a: Value, length_a: Value, b: Value, length_b: Value) -> Value:
    return eq(eq(result, 0), same(a, length_a, b, length_b))


_COMPARE: Final = Function(
    "compare",
    BV32,
    _compare,
    (1, 3),
    _compare_expanded,
    _SHORT,
    _compare_law,
    extents=((0, 1), (2, 3)),
    at_most=_LONGEST,
)


def compare(a: Value, length_a: Value, b: Value, length_b: Value) -> Value:
    """Compare two texts as `String.compareTo` does."""
    return 0 if a is b and eq(length_a, length_b) is True else apply(_COMPARE, a, length_a, b, length_b)


# Search ---------------------------------------------------------------------------------------------------------------


def _first(candidates: range, here: Callable[[int], Value]) -> Value:
    """Return the first candidate for which `here` holds, else -1."""
    result: Value = -1
    for at in reversed(candidates):
        result = ite(here(at), at, result, BV32)
    return result


def _sparse_first(candidates: range, text: TableRow, unit: int) -> int:
    """Return the first candidate with a unit, else -1, without visiting every place that has the default."""
    matches = [at for at, byte in text.known.items() if byte & 0xFF == unit and at in candidates]
    if text.default & 0xFF == unit:
        matches += islice((at for at in candidates if at not in text.known), 1)
    return min(matches, key=candidates.index) if matches else -1


def _forward(length: int, start: int) -> range:
    return range(max(start, 0), length)


def _backward(length: int, start: int) -> range:
    return range(min(start, length - 1), -1, -1)


def _found_law(result: Value, last: Value) -> Value:
    """Return the law that a result is -1 or a place up to `last`."""
    return or_(eq(result, -1), and_(not_(_less(result, 0)), not_(_less(last, result))))


def _unit_law(forward: bool) -> Callable[[Value, Value, Value, Value, Value], Value]:
    def law(result: Value, text: Value, length: Value, unit: Value, start: Value) -> Value:
        beyond = _less(result, start) if forward else _less(start, result)
        in_range = _found_law(result, bitvector(Op.BVSUB, 32, length, 1))
        here = eq(_unit(apply(ELEMENT[BV8], text, result)), unit)
        passed = [_passed(forward, result, text, length, unit, start, at) for at in _places(text, unit)]
        return and_(in_range, or_(eq(result, -1), and_(not_(beyond), here)), *passed)

    return law


_MOST_PLACES: Final = 8


def _places(text: Value, unit: Value) -> list[Value]:
    """Return likely places of a unit in a text: the starts of copies, and places where it was written."""
    places: list[Value] = []
    for layer in layers(text) if isinstance(text, Term) else ():
        if layer.op is Op.COPY:
            places.append(layer.args[1])
        elif layer.op is Op.TABLE:
            places += [at for at, held in table_items(layer) if not isinstance(held, Term) and held & 0xFF == unit][:1]
    return places[:_MOST_PLACES]


def _passed(forward: bool, result: Value, text: Value, length: Value, unit: Value, start: Value, at: Value) -> Value:
    """Return the fact that the unit is at no place that the search has passed."""
    assert isinstance(text, Term)
    behind = (_less(at, start), _less(at, result)) if forward else (_less(start, at), _less(result, at))
    visited = and_(not_(_less(at, 0)), _less(at, length), not_(behind[0]), or_(eq(result, -1), behind[1]))
    return implies(visited, not_(eq(_unit(reader(text)(at)), unit)))


def _unit_elsewhere(forward: bool) -> Callable[[Term, Term], Value]:
    """Return the law that relates two searches for one unit: neither passes the place that the other found."""

    def law(search: Term, other: Term) -> Value:
        if other.payload not in (INDEX_OF_UNIT, LAST_INDEX_OF_UNIT) or search.args[2] != other.args[2]:
            return True
        text, length, unit, start = search.args
        places = _places_of(other, text)
        return conjunction(_passed(forward, search, text, length, unit, start, at) for at in places)

    return law


def _places_of(value: Term, text: Value) -> list[Value]:
    """Return the places in a text that correspond to a place in another text, by copies or by identity."""
    if value.args[0] is text:
        return [value]
    copies = [(layer, value.args[0], 1, 3) for layer in layers(text)] if isinstance(text, Term) else []
    copies += [(layer, text, 3, 1) for layer in layers(value.args[0])] if isinstance(value.args[0], Term) else []
    return [
        bitvector(Op.BVADD, 32, bitvector(Op.BVSUB, 32, value, layer.args[there]), layer.args[here])
        for layer, source, here, there in copies
        if layer.op is Op.COPY and layer.args[2] is source
    ]


def _text_law(forward: bool) -> Callable[[Value, Value, Value, Value, Value, Value], Value]:
    def law(result: Value, text: Value, length: Value, wanted: Value, size: Value, start: Value) -> Value:
        last = bitvector(Op.BVSUB, 32, length, size)
        beyond = and_(_less(result, start), _less(result, length)) if forward else _less(start, result)
        return and_(_found_law(result, last), or_(eq(result, -1), not_(beyond)))

    return law


def _of_unit(name: str, places: Callable[[int, int], range]) -> Function:
    def evaluate(text: TableRow, length: int, unit: int, start: int) -> int:
        return _sparse_first(places(length, start), text, unit)

    def expand(text: Reader, length: int, unit: Value, start: int) -> Value:
        return _first(places(length, start), lambda at: eq(_unit(text(at)), unit))

    law = _unit_law(places is _forward)
    bounded = short_texts.INDEX_OF_UNIT if places is _forward else short_texts.LAST_INDEX_OF_UNIT
    return Function(
        name,
        BV32,
        evaluate,
        (1, 3),
        expand,
        _SHORT,
        law,
        extents=((0, 1),),
        at_most=_LONGEST,
        bounded=bounded,
        between=_unit_elsewhere(places is _forward),
    )


INDEX_OF_UNIT: Final = _of_unit("indexOf", _forward)
"""The arguments are a text, its length, a unit, and the start of the search."""

LAST_INDEX_OF_UNIT: Final = _of_unit("lastIndexOf", _backward)


def _text_forward(length: int, wanted: int, start: int) -> range:
    first = min(max(start, 0), length)
    return range(first, length - wanted + 1)


def _text_backward(length: int, wanted: int, start: int) -> range:
    return range(min(start, length - wanted), -1, -1)


def _of_text(name: str, places: Callable[[int, int, int], range]) -> Function:
    def evaluate(text: TableRow, length: int, wanted: TableRow, size: int, start: int) -> int:
        units, sought = _units(text, length), _units(wanted, size)
        return next((at for at in places(length, size, start) if units[at : at + size] == sought), -1)

    def expand(text: Reader, length: int, wanted: Reader, size: int, start: int) -> Value:
        def here(at: int) -> Value:
            return conjunction(eq(text(at + k), wanted(k)) for k in range(size))

        return _first(places(length, size, start), here)

    law, extents = _text_law(places is _text_forward), ((0, 1), (2, 3))
    bounded = short_texts.INDEX_OF_TEXT if places is _text_forward else short_texts.LAST_INDEX_OF_TEXT
    return Function(
        name, BV32, evaluate, (1, 3, 4), expand, _SHORT, law, extents=extents, at_most=_LONG, bounded=bounded
    )


_INDEX_OF_TEXT: Final = _of_text("indexOf", _text_forward)
_LAST_INDEX_OF_TEXT: Final = _of_text("lastIndexOf", _text_backward)


def index_of(text: Value, length: Value, wanted: Value, size: Value, start: Value) -> Value:
    """Return the first place of a text in another one, from `start` on."""
    itself = text is wanted and eq(length, size) is True and start == 0
    return 0 if itself else apply(_INDEX_OF_TEXT, text, length, wanted, size, start)


def last_index_of(text: Value, length: Value, wanted: Value, size: Value, start: Value) -> Value:
    """Return the last place of a text in another one, up to `start`."""
    itself = text is wanted and eq(length, size) is True and not isinstance(start, Term) and start >= 0
    return 0 if itself else apply(_LAST_INDEX_OF_TEXT, text, length, wanted, size, start)
