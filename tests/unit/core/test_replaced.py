"""Contents with one value replaced by another: read, and written out under a model."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from symheap.core.contents import Plain, row
from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BV8, BV32, REF, Term, Value, symbol
from symheap.core.theories.arrays import contents, filled, owner_of, replaced, select, store, table

OWNER = symbol(Origin.root("a"), REF)
AT = symbol(Origin.root("i"), BV32)
OLD = symbol(Origin.root("old"), BV8)
HELD = {0: 46, 1: 7, 2: 46}


def initial(array: Term, index: Value) -> Value:
    assert owner_of(array) is OWNER
    return HELD[int(index)] if not isinstance(index, Term) else symbol(OWNER.origin.at(index), BV8)


@pytest.mark.parametrize(
    ("array", "elements"),
    [
        (table([46, 7, 46], 0, BV8), [47, 7, 47]),
        (contents(OWNER, BV8), [47, 7, 47]),
        (filled(46, BV8), [47, 47, 47]),
        (store(contents(OWNER, BV8), 1, 46), [47, 47, 47]),
    ],
)
def test_every_old_element_is_new(array: Term, elements: list[int]) -> None:
    after = replaced(array, 46, 47)
    assert [select(after, at, initial) for at in range(3)] == elements
    model = Model({}, {})

    def held(owner: Term) -> Mapping[int, Plain]:
        return HELD

    assert list(row(after, model.evaluate, held).upto(3)) == elements


def test_what_is_stored_afterwards_stays() -> None:
    after = store(replaced(table([46], 0, BV8), 46, 47), 0, 46)
    assert select(after, 0, initial) == 46


@pytest.mark.parametrize("old", [46, 7])
def test_a_value_that_is_not_known_is_replaced_where_it_is_equal(old: int) -> None:
    chosen = select(replaced(table([46, 7], 0, BV8), OLD, 1), AT, initial)
    for at, before in enumerate((46, 7)):
        expected = 1 if before == old else before
        assert Model({AT: at, OLD: old}, {}).evaluate(chosen) == expected
