"""Contents as the octets of others: read, and written out under a model."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from symheap.core.contents import Plain, Unreadable, row
from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BV16, BV32, REF, Term, Value, symbol, wrap
from symheap.core.theories.arrays import contents, copy, element_sort, filled, octets, owner_of, select, store, table

OWNER = symbol(Origin.root("a"), REF)
AT = symbol(Origin.root("i"), BV32)
HELD = {0: 0x41, 1: 0x20AC, 2: -2, 3: 0x80}
MODEL = Model({AT: 1}, {})


def initial(array: Term, index: Value) -> Value:
    """Is asked for characters, not for octets."""
    assert (owner_of(array), element_sort(array)) == (OWNER, BV16)
    return HELD[int(MODEL.evaluate(index))]


def held(owner: Term) -> Mapping[int, Plain]:
    return HELD


ARRAYS = [
    contents(OWNER, BV16),
    table([7, 0x1234, -1], 0, BV16),
    filled(0x4141, BV16),
    store(contents(OWNER, BV16), AT, 0x7FFF),
    copy(filled(0, BV16), 0, contents(OWNER, BV16), AT, 2),
]


@pytest.mark.parametrize("each", [1, 2])
@pytest.mark.parametrize("array", ARRAYS, ids=str)
def test_an_octet_is_that_of_its_element(array: Term, each: int) -> None:
    elements = row(array, MODEL.evaluate, held)
    expected = [wrap(elements[at // each] >> 8 * (at % each), 8) for at in range(3 * each)]
    made = octets(array, each)
    assert [MODEL.evaluate(select(made, at, initial)) for at in range(3 * each)] == expected
    assert list(row(made, MODEL.evaluate, held).upto(3 * each)) == expected


@pytest.mark.parametrize("each", [1, 2])
@pytest.mark.parametrize("at", range(5))
def test_the_place_of_an_octet_may_be_open(each: int, at: int) -> None:
    array = table([7, 0x1234, -1], 0, BV16)
    chosen = select(octets(array, each), AT, initial)
    assert Model({AT: at}, {}).evaluate(chosen) == select(octets(array, each), at, initial)


def test_what_is_stored_afterwards_stays() -> None:
    after = store(octets(table([0x1234], 0, BV16), 2), 1, 5)
    assert [select(after, at, initial) for at in range(3)] == [0x34, 5, 0]


def test_no_single_octet_is_the_rest_of_two_that_differ() -> None:
    with pytest.raises(Unreadable):
        row(octets(filled(0x1234, BV16), 2), MODEL.evaluate, held)
