"""Functions that are known by evaluation, and the contents that they read."""

from __future__ import annotations

import pytest

from symheap.core.contents import LONGEST, TableRow, Unreadable, contents_with, element_symbol, place_of
from symheap.core.model import Model, Plain
from symheap.core.origin import Origin
from symheap.core.printing import infix
from symheap.core.terms import BOOL, BV8, BV32, REF, Op, Sort, Term, Value, add, and_, eq, ite, symbol
from symheap.core.theories.arrays import contents, copy, filled, sparse, store, table
from symheap.core.theories.functions import ELEMENT, REGION, Function, apply, expansion, function_of
from symheap.core.walk import symbols


def name(text: str, sort: Sort = BV32) -> Term:
    return symbol(Origin.root(text), sort)


ARRAY = symbol(Origin.root("s"), REF)
CONTENTS = contents(ARRAY, BV8)
LENGTH = symbol(Origin.root("s").then("length"), BV32)


def total(row: TableRow, length: int) -> int:
    return sum(row.upto(length))


TOTAL = Function("total", BV32, total, (1,))
TWICE = Function("twice", BV32, lambda x: 2 * x)


def test_an_application_to_plain_arguments_is_its_value() -> None:
    assert apply(TWICE, 21) == 42
    assert apply(TOTAL, table((1, 2, 3), 0, BV8), 3) == 6
    assert apply(TOTAL, sparse({5: 7}, 0, BV8), 6) == 7


def test_an_application_is_one_term_for_each_structure() -> None:
    x = name("x")
    made = apply(TWICE, x)
    assert isinstance(made, Term)
    assert made is apply(TWICE, x)
    assert (made.op, made.sort, function_of(made)) == (Op.APPLY, BV32, TWICE)
    assert made is not apply(Function("twice", BV32, lambda y: 2 * y), x)


def test_equal_tables_make_one_application() -> None:
    n = name("n")
    assert apply(TOTAL, table((1, 2), 0, BV8), n) is apply(TOTAL, table((1, 2), 0, BV8), n)


def test_a_model_evaluates_applications() -> None:
    x = name("x")
    assert Model({x: 4}, {}).evaluate(apply(TWICE, x)) == 8
    deep: Value = x
    for _ in range(400):
        deep = apply(TWICE, apply(Function("zero", BV32, lambda y: 0), deep))
    assert Model({x: 4}, {}).evaluate(deep) == 0


def test_the_contents_of_an_input_are_its_elements_at_known_indices() -> None:
    at_one, at_x = element_symbol(CONTENTS, 1), symbol(ARRAY.origin.at(name("x")), BV8)
    model = Model({ARRAY: 7, at_one: 5, at_x: 9, LENGTH: 3}, {})
    assert model.row(CONTENTS).upto(3) == (0, 5, 0)
    assert model.evaluate(apply(TOTAL, CONTENTS, LENGTH)) == 5
    assert place_of(at_one) == (ARRAY.origin, 1)
    assert place_of(at_x) is None
    assert contents_with(at_one) is CONTENTS
    assert contents_with(ARRAY) is None


def test_rows_of_every_kind_of_contents() -> None:
    x, c = name("x"), name("c", BOOL)
    made = store(copy(store(filled(1, BV8), x, 9), 3, CONTENTS, 1, 2), 0, 4)
    chosen = ite(c, made, CONTENTS, CONTENTS.sort)
    assert isinstance(chosen, Term)
    model = Model({c: True, x: 3, element_symbol(CONTENTS, 2): 8}, {})
    assert model.row(chosen).upto(6) == (4, 1, 1, 0, 8, 1)
    assert Model({}, {}).row(chosen).upto(2) == (0, 0)


def test_contents_that_are_too_long_satisfy_nothing() -> None:
    condition = eq(apply(TOTAL, CONTENTS, LENGTH), 0)
    assert isinstance(condition, Term)
    model = Model({LENGTH: LONGEST + 1}, {})
    assert not model.satisfies(condition)
    with pytest.raises(Unreadable):
        model.evaluate(condition)


def test_elements_and_regions() -> None:
    x = name("x")
    assert apply(ELEMENT[BV8], CONTENTS, 3) is element_symbol(CONTENTS, 3)
    at_x = apply(ELEMENT[BV8], CONTENTS, x)
    model = Model({x: 3, element_symbol(CONTENTS, 3): 6}, {})
    assert model.evaluate(at_x) == 6
    known = table((1, 6), 0, BV8)
    first, second = element_symbol(CONTENTS, 2), element_symbol(CONTENTS, 3)
    assert apply(REGION, CONTENTS, 2, known, 0, 2) is and_(eq(first, 1), eq(second, 6))
    longer = apply(REGION, CONTENTS, x, known, 1, LENGTH)
    assert isinstance(longer, Term)
    assert model.evaluate(longer) is True
    assert Model({x: 3, LENGTH: 1}, {}).evaluate(longer) is False
    expanded = expansion(REGION, (CONTENTS, 3, known, 1, 1))
    assert expanded is eq(second, 6)


def test_the_symbols_of_an_application_are_those_of_its_tables_too() -> None:
    x, n = name("x"), name("n")
    made = apply(TOTAL, sparse({0: symbol(Origin.root("b"), BV8)}, 0, BV8), n)
    assert symbols(made) == {symbol(Origin.root("b"), BV8), n}
    assert symbols(apply(TOTAL, CONTENTS, add(x, 0))) == {ARRAY, x}


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (apply(TOTAL, CONTENTS, LENGTH), "total(s[])"),
        (apply(TWICE, name("x")), "twice(x)"),
        (apply(TOTAL, table((1, 2), 0, BV8), name("n")), "total([1, 2], n)"),
    ],
)
def test_applications_as_text(made: Plain | Term, text: str) -> None:
    assert infix(made) == text
