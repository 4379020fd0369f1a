"""Functions of texts as formulas: where the condition holds, the formula is the value."""

from __future__ import annotations

from itertools import product

import pytest

from symheap.core.contents import element_symbol
from symheap.core.model import Model, Plain
from symheap.core.origin import Origin
from symheap.core.terms import BV8, BV32, REF, Term, Value, symbol
from symheap.core.theories.arrays import contents, copy, filled, table
from symheap.core.theories.functions import ELEMENT, REGION, Function, apply, bounded_form, function_of
from symheap.lang.java.values.texts import ALIKE, HASH, INDEX_OF_UNIT, LAST_INDEX_OF_UNIT, index_of, last_index_of

TEXT, OTHER = (contents(symbol(Origin.root(name), REF), BV8) for name in "st")
LENGTH, SIZE, START, UNIT = (symbol(Origin.root(name), BV32) for name in ("n", "m", "i", "u"))
MOST = 3
UNITS = (97, 98)


def models(starts: range) -> list[Model]:
    """Return all texts up to a length over two letters, another of two units, and where to start."""
    found = []
    for length, size, start in product(range(MOST + 1), range(3), starts):
        for units in product(UNITS, repeat=length):
            values: dict[Term, Plain] = {LENGTH: length, SIZE: size, START: start, UNIT: 98}
            values.update({element_symbol(TEXT, at): unit for at, unit in enumerate(units)})
            values.update({element_symbol(OTHER, at): unit for at, unit in enumerate((98, 97)[:size])})
            found.append(Model(values, {}))
    return found


APPLICATIONS: dict[str, Value] = {
    "hash": apply(HASH, TEXT, LENGTH),
    "alike": apply(ALIKE, TEXT, OTHER, LENGTH),
    "region": apply(REGION, TEXT, START, OTHER, 0, SIZE),
    "indexOf": apply(INDEX_OF_UNIT, TEXT, LENGTH, UNIT, START),
    "lastIndexOf": apply(LAST_INDEX_OF_UNIT, TEXT, LENGTH, UNIT, START),
    "indexOf text": index_of(TEXT, LENGTH, OTHER, SIZE, START),
    "lastIndexOf text": last_index_of(TEXT, LENGTH, OTHER, SIZE, START),
    "element": apply(ELEMENT[BV8], TEXT, LENGTH),
}


@pytest.mark.parametrize("name", APPLICATIONS)
def test_a_bounded_form_is_the_value_where_its_condition_holds(name: str) -> None:
    application = APPLICATIONS[name]
    assert isinstance(application, Term)
    form = bounded_form(application, MOST)
    assert form is not None
    condition, value = form
    held = 0
    for model in models(range(-1, MOST + 3)):
        if model.satisfies(condition):
            held += 1
            assert model.evaluate(value) == model.evaluate(application), model.values
    assert held > 50


def test_a_bounded_form_says_nothing_of_longer_texts() -> None:
    application = APPLICATIONS["indexOf"]
    assert isinstance(application, Term)
    form = bounded_form(application, MOST)
    assert form is not None
    assert not Model({LENGTH: MOST + 1}, {}).satisfies(form[0])


def test_a_function_without_a_bounded_form_has_none() -> None:
    made = apply(Function("twice", BV32, lambda x: 2 * x), LENGTH)
    assert isinstance(made, Term)
    assert bounded_form(made, MOST) is None


PREFIX = copy(filled(0, BV8), 0, TEXT, 0, SIZE)
SUFFIX = copy(filled(0, BV8), 1, TEXT, START, SIZE)
SEARCHES = [
    apply(function, text, length, UNIT, start)
    for function in (INDEX_OF_UNIT, LAST_INDEX_OF_UNIT)
    for text, length, start in ((TEXT, LENGTH, 0), (TEXT, LENGTH, START), (PREFIX, SIZE, START), (SUFFIX, SIZE, 0))
]


def test_what_searches_have_to_do_with_one_another_is_true() -> None:
    said = 0
    for one, other in product(SEARCHES, repeat=2):
        assert isinstance(one, Term)
        assert isinstance(other, Term)
        law = function_of(one).between
        assert law is not None
        lemma = law(one, other)
        said += lemma is not True
        assert all(model.satisfies(lemma) for model in models(range(-1, 3)))
    assert said > 20


def test_a_long_text_of_which_little_is_known_is_searched() -> None:
    model = Model({LENGTH: 2**31 - 1, UNIT: 98, START: 5, element_symbol(TEXT, 2**31 - 9): 98}, {})
    assert model.evaluate(APPLICATIONS["indexOf"]) == 2**31 - 9
    assert model.evaluate(apply(LAST_INDEX_OF_UNIT, TEXT, LENGTH, UNIT, LENGTH)) == 2**31 - 9
    assert model.evaluate(apply(INDEX_OF_UNIT, TEXT, LENGTH, 0, 2**31 - 9)) == 2**31 - 8
    assert model.evaluate(apply(INDEX_OF_UNIT, table((98, 97), 98, BV8), LENGTH, 98, 1)) == 2
