"""The bytes of one object, and the targets of addresses."""

from __future__ import annotations

from random import Random

import immutables
import pytest

from symheap.core.model import Model
from symheap.core.terms import Value, wrap
from symheap.refinement.concrete import ConcreteObject
from symheap.separation.execution.unfolding import shifted
from symheap.separation.heaps.addresses import Which, inside, is_apart, spots
from symheap.separation.heaps.cells import chunks, cleared, overlapping, read, unknown_ranges, written
from symheap.separation.heaps.formula import Cell, Object, Segment, SymbolicHeap, variable
from symheap_testing.c.cases import Oracle
from symheap_testing.c.formulas import CONTAINED, DLL, KINDS, SLL, random_heap
from symheap_testing.c.satisfies import satisfies

SIZE = 16
BASE = variable(99, 8)
VALUES = [variable(number, size) for number, size in enumerate((1, 2, 4, 8))]


def random_model(random: Random) -> Model:
    return Model({term: wrap(random.getrandbits(64), term.sort.width) for term in VALUES}, {})


def bytes_of(thing: Object, model: Model) -> list[int | None]:
    """Return every byte of an object under a model; None: anything."""
    octets: list[int | None] = [0 if thing.zero else None] * SIZE
    for offset, cell in thing.cells.items():
        number = int(model.evaluate(cell.value)) & ((1 << 8 * cell.size) - 1)
        octets[offset : offset + cell.size] = list(number.to_bytes(cell.size, "little"))
    return octets


def random_object(random: Random) -> Object:
    thing = Object(BASE, SIZE, zero=random.random() < 0.5)
    for _ in range(random.randint(0, 6)):
        value = random.choice(VALUES)
        size = value.sort.width // 8
        thing = written(thing, random.randint(0, SIZE - size), size, value)
    return thing


@pytest.mark.parametrize("seed", range(60))
def test_writing_changes_the_range_and_nothing_else(seed: int) -> None:
    random = Random(seed)
    thing, model = random_object(random), random_model(random)
    choices: list[Value] = [*VALUES, -7]
    value = random.choice(choices)
    size = value.sort.width // 8 if not isinstance(value, int) else 4
    offset = random.randint(0, SIZE - size)
    expected = bytes_of(thing, model)
    number = int(model.evaluate(value)) & ((1 << 8 * size) - 1)
    expected[offset : offset + size] = list(number.to_bytes(size, "little"))
    assert bytes_of(written(thing, offset, size, value), model) == expected


@pytest.mark.parametrize("seed", range(60))
def test_reading_gives_the_bytes_of_the_range(seed: int) -> None:
    random = Random(seed)
    thing, model = random_object(random), random_model(random)
    size = random.choice((1, 2, 4, 8))
    offset = random.randint(0, SIZE - size)
    held = bytes_of(thing, model)[offset : offset + size]
    value = read(thing, offset, size)
    if value is None:
        assert None in held
    else:
        number = int(model.evaluate(value)) & ((1 << 8 * size) - 1)
        assert list(number.to_bytes(size, "little")) == held


@pytest.mark.parametrize("seed", range(30))
def test_cleared_bytes_are_in_no_cell(seed: int) -> None:
    random = Random(seed)
    thing, model = random_object(random), random_model(random)
    offset = random.randint(0, SIZE - 1)
    size = random.randint(1, SIZE - offset)
    new = Object(BASE, SIZE, cleared(thing.cells, offset, size), zero=False)
    before, after = bytes_of(Object(BASE, SIZE, thing.cells), model), bytes_of(new, model)
    assert not list(overlapping(new.cells, offset, size))
    assert after == before[:offset] + [None] * size + before[offset + size :]


@pytest.mark.parametrize("seed", range(30))
def test_unknown_ranges_are_the_bytes_that_may_be_anything(seed: int) -> None:
    random = Random(seed)
    thing = random_object(random)
    held = bytes_of(thing, random_model(random))
    unknown = {at + by for at, size in unknown_ranges(thing, 2, 11) for by in range(size)}
    assert unknown == {at for at in range(2, 13) if held[at] is None}


@pytest.mark.parametrize(("offset", "size"), [(0, 16), (3, 9), (1, 1), (4, 12), (7, 2)])
def test_chunks_cover_a_range_once_and_are_aligned(offset: int, size: int) -> None:
    items = list(chunks(offset, size))
    assert [at + by for at, length in items for by in range(length)] == list(range(offset, offset + size))
    assert all(at % length == 0 for at, length in items)


# Addresses ------------------------------------------------------------------------------------------------------------

X, Y = variable(0, 8), variable(1, 8)
ORACLE = Oracle()


def test_spots_of_segments_are_strictly_inside_their_end_nodes() -> None:
    heap = SymbolicHeap(atoms=(Segment(DLL.spine, 1, X, 0, 0, Y),))
    for offset in range(-2, 20):
        assert bool(spots(heap, shifted(X, offset, 8))) == (0 <= offset < 16)
        assert [spot.which for spot in spots(heap, shifted(Y, offset, 8))] == [Which.LAST] * (0 <= offset < 16)


def test_a_node_begins_before_where_links_point() -> None:
    heap = SymbolicHeap(atoms=(Segment(CONTAINED.spine, 1, shifted(X, 8, 8), 0),))
    assert [spot.offset for spot in spots(heap, X)] == [0]
    assert [spot.offset for spot in spots(heap, shifted(X, 8, 8))] == [8]


def test_what_may_be_absent_is_not_inside() -> None:
    optional = SymbolicHeap(atoms=(Object(X, 8, optional=True),))
    empty = SymbolicHeap(atoms=(Segment(SLL.spine, 0, X, 0),))
    assert inside(optional, X) is None
    assert inside(empty, X) is None
    assert not is_apart(optional, X, 0)
    assert not is_apart(empty, X, 0)


@pytest.mark.parametrize("seed", range(70))
def test_what_is_apart_is_so_in_every_model(seed: int) -> None:
    random = Random(seed)
    kind = KINDS[seed % len(KINDS)]
    heap = random_heap(kind, "xy", random)
    one, two = random.choice((heap.roots["x"], 0)), heap.roots["y"]
    models = [each for each in ORACLE.heaps(kind, "xy")[::5] if satisfies(each, heap)]
    if is_apart(heap, one, two):
        assert all(each.roots["y"] != (each.roots["x"] if one is heap.roots["x"] else 0) for each in models)
    else:
        assert not is_apart(heap, two, one)


def test_the_end_of_an_object_is_not_null() -> None:
    thing = Object(X, 8, immutables.Map({0: Cell(8, 0)}))
    assert is_apart(SymbolicHeap(atoms=(thing,)), shifted(X, 8, 8), 0)
    assert ConcreteObject(bytes(8)).size == 8
