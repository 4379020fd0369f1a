"""Terms are ordered by age, and an age begins without a memory of the ages before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from symheap.core.nodes import aside, cached, new_age
from symheap.core.origin import Origin
from symheap.core.terms import INT, Term, Value, add, eq, not_, symbol


@pytest.fixture(autouse=True)
def own_age() -> Iterator[None]:
    new_age()
    yield
    new_age()


def successor(name: str) -> Term:
    made = add(symbol(Origin.root(name), INT), 1)
    assert isinstance(made, Term)
    return made


def product_of_both(first: str, second: str) -> tuple[Value, Value]:
    """Return the operands of an equation between two terms, after `first` was made."""
    made = successor(first), successor(second)
    equation = eq(*made)
    assert isinstance(equation, Term)
    return equation.args[0], equation.args[1]


def test_a_new_age_forgets_the_order_of_terms_but_not_the_terms() -> None:
    left, right = successor("p"), successor("q")
    assert left.id < right.id
    new_age()
    assert successor("q") is right
    assert successor("p") is left
    assert right.id < left.id


def test_operands_are_in_the_order_of_this_age() -> None:
    older = product_of_both("a", "b")
    assert older == (successor("a"), successor("b"))
    new_age()
    assert product_of_both("b", "a") == (successor("b"), successor("a"))


def test_a_negation_belongs_to_the_age_in_which_it_is_made() -> None:
    def negated() -> Term:
        made = not_(eq(successor("a"), 7))
        assert isinstance(made, Term)
        return made

    before = negated()
    age = before.id
    new_age()
    later = symbol(Origin.root("later"), INT)
    assert negated() is before
    assert before.id > max(age, later.id)


def test_what_is_made_aside_is_not_of_this_age() -> None:
    left = successor("p")
    age = left.id
    with aside():
        right = successor("q")
        assert successor("p") is left
    assert left.id == age, "terms of this age stay in their order"
    between = successor("r")
    assert successor("q") is right
    assert left.id < between.id < right.id, "the term counts from where it is made otherwise"


def test_an_error_ends_what_is_aside() -> None:
    with pytest.raises(ValueError, match="as it likes"), aside():
        raise ValueError("as it likes")
    first = successor("first of all")
    new_age()
    assert successor("another").id > first.id


def test_caches_last_for_an_age() -> None:
    asked: list[int] = []

    @cached(4)
    def doubled(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [doubled(2), doubled(2)] == [4, 4]
    new_age()
    assert doubled(2) == 4
    assert asked == [2, 2]
