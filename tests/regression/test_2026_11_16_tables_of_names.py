"""Names that are looked up in a table and put into messages, as on every path of ``InstructionList.move`` of BCEL.

Reading a table at an unknown index gave a choice with null in it, for indices that are out of bounds, and each message
asked whether such a name is null.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BV32, NULL, REF, Term, Value, location, symbol
from symheap.core.theories.arrays import select, sparse, table
from symheap.core.theories.choice import leaves
from symheap.core.types import ClassTable
from symheap.heap.api import Ok, PathView
from symheap.heap.pose.model import Pose

INDEX = symbol(Origin.root("i"), BV32)
NAMES = tuple(location(number, "Name") for number in range(4))


def no_input(owner: Term, at: Value) -> Value:
    raise AssertionError(f"{owner} is no input")


def read(array: Term, size: int, told: int | None) -> list[Value]:
    """Return all elements of an array, read at an unknown index."""
    chosen = select(array, INDEX, no_input, told)
    return [Model({INDEX: at}, {}).evaluate(chosen) if isinstance(chosen, Term) else chosen for at in range(size)]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9), st.booleans())
def test_every_element_of_a_table_is_where_it_was(values: list[int], is_told: bool) -> None:
    assert read(table(values, 0, BV32), len(values), len(values) if is_told else None) == values


@given(st.dictionaries(st.integers(0, 8), st.integers(1, 3)), st.integers(9, 12))
def test_a_table_that_lacks_elements_has_the_others_as_well(known: dict[int, int], size: int) -> None:
    assert read(sparse(known, 7, BV32), size, size) == [known.get(at, 7) for at in range(size)]


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=9))
def test_an_element_within_bounds_is_one_of_a_whole_table(names: list[Term]) -> None:
    chosen = select(table(names, NULL, REF), INDEX, no_input, len(names))
    assert isinstance(chosen, Term)
    assert set(leaves(chosen)) == set(names)


class Unasked(PathView):
    def may(self, condition: Value) -> bool:
        raise AssertionError(f"nobody has to know of {condition}")


def test_a_choice_between_objects_is_not_null_whatever_the_path_says() -> None:
    model = Pose(ClassTable(()))
    heap = model.empty()
    chosen = select(table(NAMES, NULL, REF), INDEX, no_input, len(NAMES))
    assert isinstance(chosen, Term)
    assert model.same(heap, chosen, NULL, Unasked()) == (Ok(True, (), heap, False),)
