"""Concrete heaps: a shared base, numbers of new objects, access paths over arrays."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st
from java_like import LINK, NUMBER, World

from symheap.core.origin import Origin
from symheap.core.terms import BV32, Term, Value, symbol
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject, Numbers

WORLD = World()


def based() -> ConcreteHeap:
    base = {INITIAL: ConcreteObject("A", {"number": 1}), INITIAL + 1: ConcreteObject("[I", length=2, elements={0: 5})}
    return ConcreteHeap(WORLD, {}, {1: ConcreteObject("A", {"link": INITIAL})}, base)


def test_an_object_of_the_base_is_copied_when_it_is_written() -> None:
    heap = based()
    assert heap.get(INITIAL, NUMBER) == 1
    assert heap.objects.keys() == {1}
    heap.put(INITIAL, NUMBER, 2)
    heap.set_element(INITIAL + 1, 1, 6)
    assert (heap.get(INITIAL, NUMBER), heap.element(INITIAL + 1, 0, BV32), heap.element(INITIAL + 1, 1, BV32)) == (
        2,
        5,
        6,
    )
    assert heap.base == based().base


def test_a_copy_shares_the_base_and_nothing_else() -> None:
    heap = based()
    heap.put(INITIAL, NUMBER, 2)
    copy = heap.copy()
    assert copy.base is heap.base
    copy.put(INITIAL, NUMBER, 3)
    copy.put(1, LINK, 0)
    assert (heap.get(INITIAL, NUMBER), heap.get(1, LINK), copy.get(INITIAL, NUMBER)) == (2, INITIAL, 3)
    assert copy.new("A") == heap.new("A") == -1


def test_a_heap_with_a_base_can_be_the_base_of_another() -> None:
    heap = based()
    above = ConcreteHeap(WORLD, base=heap.shared())
    assert (above.get(1, LINK), above.get(INITIAL, NUMBER)) == (INITIAL, 1)
    heap.put(INITIAL, NUMBER, 2)
    assert (above.get(INITIAL, NUMBER), above.objects) == (2, {})


def test_new_objects_have_numbers_of_their_own() -> None:
    heap = ConcreteHeap(WORLD, {}, {-2: ConcreteObject("A"), 4: ConcreteObject("A")})
    assert [heap.new("A"), heap.new("B"), heap.new_array("[I", 3)] == [-1, -3, -4]
    assert (heap.length(-4), heap.length(-3)) == (3, None)
    upward = ConcreteHeap(WORLD, numbers=Numbers(INITIAL))
    assert [upward.new("A"), upward.copy().new("A"), upward.new("A")] == [INITIAL, INITIAL + 1, INITIAL + 1]


def test_a_heap_is_completed_by_the_elements_of_the_initial_one() -> None:
    initial = ConcreteHeap(WORLD, {}, {1: ConcreteObject("[I", length=3, elements={0: 1, 1: 2})})
    final = ConcreteHeap(WORLD, {}, {1: ConcreteObject("[I", elements={1: 7})})
    assert final.completed_by(initial).objects == {1: ConcreteObject("[I", length=3, elements={0: 1, 1: 7})}


@dataclass(frozen=True)
class Index:
    index: Value


class Path(Origin):
    """An access path with steps as given."""

    __slots__ = ("parts",)

    def __init__(self, *parts: str | Index) -> None:
        self.parts = parts

    def steps(self) -> tuple[str, tuple[str, ...]]:
        return str(self.parts[0]), self.parts[1:]  # type: ignore[return-value]


def test_access_paths_over_arrays() -> None:
    objects = {
        1: ConcreteObject("[A", length=3, elements={1: 2}),
        2: ConcreteObject("A", {"number": 9}),
    }
    heap = ConcreteHeap(WORLD, {"a": 1}, objects)
    assert heap.follow(Path("a", Index(1), "number")) == 9
    assert heap.follow(Path("a", Index(0))) == 0
    assert heap.follow(Path("a", "length")) == 3
    assert heap.follow(Path("a", Index(0), "number")) is None
    assert heap.follow(Path("a", Index(3))) is None
    assert heap.follow(Path("a", Index(1), Index(0))) is None


def test_an_index_that_is_a_term_is_evaluated_by_the_caller() -> None:
    heap = ConcreteHeap(WORLD, {"a": 1}, {1: ConcreteObject("[I", length=2, elements={1: 4})})
    index = symbol(Origin.root("i"), BV32)
    assert heap.follow(Path("a", Index(index))) is None

    def evaluate(term: Term) -> int | None:
        return 1 if term is index else None

    assert heap.follow(Path("a", Index(index)), evaluate) == 4
    assert heap.follow(Path("a", Index(symbol(Origin.root("j"), BV32))), evaluate) is None


LENGTH = 6
CELLS = st.dictionaries(st.integers(0, LENGTH - 1), st.integers(0, 9))
RANGES = st.integers(0, LENGTH).flatmap(lambda n: st.tuples(*[st.integers(0, LENGTH - n)] * 2, st.just(n)))


@given(CELLS, CELLS, RANGES, st.booleans())
def test_a_copied_range_is_that_of_a_list(
    source: dict[int, int], target: dict[int, int], of: tuple[int, int, int], within_one: bool
) -> None:
    heap = ConcreteHeap(WORLD)
    first = heap._add(ConcreteObject("[I", length=LENGTH, elements=dict(source)))
    second = first if within_one else heap._add(ConcreteObject("[I", length=LENGTH, elements=dict(target)))
    expected = [heap.element(second, k, BV32) for k in range(LENGTH)]
    start, at, count = of
    expected[at : at + count] = [heap.element(first, start + k, BV32) for k in range(count)]
    heap.copy_elements(first, start, second, at, count)
    assert [heap.element(second, k, BV32) for k in range(LENGTH)] == expected


def test_ranges_of_the_longest_array_are_copied_and_cleared() -> None:
    heap, longest = ConcreteHeap(WORLD), 2**31 - 1
    first, second = heap.new_array("[I", longest), heap.new_array("[I", longest)
    heap.set_element(first, 3, 7)
    heap.set_element(second, 0, 8)
    heap.set_element(second, longest - 1, 9)
    heap.copy_elements(first, 2, second, 0, longest - 2)
    assert heap.find(second).elements == {1: 7, longest - 1: 9}
    heap.clear_elements(second, 0, longest - 1)
    assert heap.find(second).elements == {longest - 1: 9}
