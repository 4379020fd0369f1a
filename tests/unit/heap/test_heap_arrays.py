"""Arrays, class objects and objects from before the run: promises beyond the values that are read."""

from __future__ import annotations

import pytest
from array_world import (
    ANY,
    AT,
    BLUE,
    CLASSES,
    COUNT,
    FIRST,
    FIXED,
    HELD,
    NEXT,
    NUMBERS,
    RED,
    SECOND,
    SIZE,
    STATICS,
    TABLE,
    TINT,
    TO,
    VAL,
    initial_heap,
)
from heap_ways import Way, as_ref, certain, impossible, scalar, solve

from symheap.core.contents import LONGEST, Unreadable
from symheap.core.origin import IndexStep, Origin
from symheap.core.outcome import ErrorKind, Sat
from symheap.core.terms import BV32, NULL, REF, Op, Sort, Value, and_, conjunction, eq, location, not_, symbol
from symheap.core.theories.bitvectors import bitvector
from symheap.core.types import LENGTH
from symheap.heap.api import Cell, Index, Ref
from symheap.heap.registry import MODELS, heap_model
from symheap.objects.concrete import INITIAL
from symheap.solver.path import EMPTY_PATH

ALL_MODELS = pytest.mark.parametrize("name", MODELS)


def start(name: str, *inputs: tuple[str, str]) -> tuple[Way, list[Ref]]:
    model = heap_model(name, TABLE)
    heap = model.empty(initial_heap())
    refs: list[Ref] = []
    facts: list[Value] = []
    for root, class_name in inputs:
        heap, ref, about = model.symbolic(heap, Origin.root(root), TABLE.subtypes(class_name), nullable=True)
        refs.append(ref)
        facts += about
    solved = solve(EMPTY_PATH, conjunction(facts))
    assert isinstance(solved, Sat)
    return Way(model, heap, EMPTY_PATH.assume(conjunction(facts), solved.model)), refs


def going_on(ways: list[Way]) -> list[Way]:
    successes = [way for way in ways if not way.fails()]
    assert successes
    return successes


def element(way: Way, array: Cell, index: Value) -> list[Way]:
    return going_on(way.take(way.model.load(way.heap, as_ref(array), Index(BV32, index), way.view())))


def put(way: Way, array: Cell, index: Value, value: Value) -> list[Way]:
    return going_on(way.take(way.model.store(way.heap, as_ref(array), Index(BV32, index), value, way.view())))


# Arrays ---------------------------------------------------------------------------------------------------------------


@ALL_MODELS
def test_the_length_of_an_input_array_is_not_negative(name: str) -> None:
    way, (n,) = start(name, ("n", "[I"))
    for read in going_on(way.take(way.model.load(way.heap, n, LENGTH, way.view()))):
        assert certain(read.path, not_(bitvector(Op.BVSLT, 32, scalar(read.cell), 0)))


@ALL_MODELS
def test_equal_indices_have_equal_elements(name: str) -> None:
    way, (n,) = start(name, ("n", "[I"))
    for first in element(way, n, AT):
        for second in element(first, n, TO):
            assert certain(second.path.assume(eq(AT, TO), None), eq(scalar(first.cell), scalar(second.cell)))
            assert not impossible(second.path, not_(eq(scalar(first.cell), scalar(second.cell))))


@ALL_MODELS
def test_a_symbolic_index_does_not_fork(name: str) -> None:
    way, (n,) = start(name, ("n", "[I"))
    (written,) = put(way, n, AT, 5)
    (again,) = put(written, n, TO, 6)
    (read,) = element(again, n, 2)
    at = again.path.assume(and_(eq(AT, 2), not_(eq(TO, 2))), None)
    assert certain(at, eq(scalar(read.cell), 5))
    assert certain(read.path.assume(eq(TO, 2), None), eq(scalar(read.cell), 6))


@ALL_MODELS
def test_an_overlapping_copy_is_as_if_through_a_third_array(name: str) -> None:
    way, _ = start(name)
    heap, ref = way.model.alloc_array(way.heap, "[I", 4)
    way = Way(way.model, heap, way.path)
    for at, value in enumerate((1, 2, 3, 4)):
        (way,) = put(way, ref, at, value)
    (way,) = way.take(way.model.copy_range(way.heap, BV32, ref, 0, ref, 1, 3, way.view()))
    assert [element(way, ref, at)[0].cell for at in range(4)] == [1, 1, 2, 3]


def fill(way: Way, array: Cell, at: Value, length: Value, value: Cell, kind: Sort = BV32) -> list[Way]:
    answer = way.model.fill_range(way.heap, kind, as_ref(array), at, length, value, way.view())
    return going_on(way.take(answer))


@ALL_MODELS
def test_of_an_array_that_is_filled_nothing_is_left(name: str) -> None:
    """Neither its initial elements nor those written at an unknown index remain."""
    way, (n,) = start(name, ("n", "[I"))
    for written in put(way, n, AT, 5):
        for sized in going_on(written.take(written.model.load(written.heap, n, LENGTH, written.view()))):
            (filled,) = fill(sized, n, 0, scalar(sized.cell), TO)
            (read,) = element(filled, n, AT)
            inside = bitvector(Op.BVULT, 32, AT, scalar(sized.cell))
            assert certain(read.path.assume(inside, None), eq(scalar(read.cell), TO))
            assert name == "summary" or read.cell is TO


@ALL_MODELS
def test_a_range_of_any_length_is_filled_and_nothing_else(name: str) -> None:
    way, (n,) = start(name, ("n", "[I"))
    for before in element(way, n, 2):
        (filled,) = fill(before, n, AT, TO, 6)
        (read,) = element(filled, n, 2)
        small = and_(not_(bitvector(Op.BVSLT, 32, AT, 0)), not_(bitvector(Op.BVSLT, 32, TO, 0)))
        inside = and_(bitvector(Op.BVSLT, 32, AT, 3), bitvector(Op.BVSLT, 32, bitvector(Op.BVSUB, 32, 2, AT), TO))
        assert certain(read.path.assume(and_(small, inside), None), eq(scalar(read.cell), 6))
        assert certain(read.path.assume(and_(small, not_(inside)), None), eq(scalar(read.cell), scalar(before.cell)))


@ALL_MODELS
def test_a_fill_is_seen_by_the_array_that_it_is(name: str) -> None:
    way, (n,) = start(name, ("n", "[I"))
    met = set()
    for sized in going_on(way.take(way.model.load(way.heap, n, LENGTH, way.view()))):
        for filled in fill(sized, n, 0, scalar(sized.cell), 70):
            for read in element(filled, NUMBERS, 2):
                for compared in read.same(NUMBERS, n):
                    for decided in compared.decide(scalar(compared.cell)):
                        assert certain(decided.path, eq(scalar(read.cell), 70 if decided.cell is True else 9))
                        met.add(decided.cell)
    assert met == {True, False}


@ALL_MODELS
def test_an_array_of_references_is_cleared(name: str) -> None:
    """Known elements of the initial heap do not reappear at the end."""
    way, (p,) = start(name, ("p", "[LA;"))
    loads = going_on(way.take(way.model.load(way.heap, p, Index(REF, 0), way.view())))
    for read in (null for load in loads for null in load.same(load.cell, NULL)):
        for sized in going_on(read.take(read.model.load(read.heap, p, LENGTH, read.view()))):
            for filled in fill(sized, p, 0, scalar(sized.cell), NULL, REF):
                one = filled.path.assume(eq(scalar(sized.cell), 1), None)
                solved = solve(one, True)
                if isinstance(solved, Sat):
                    number = int(solved.model[symbol(Origin.root("p"), REF)])
                    final = filled.model.final(filled.heap, solved.model)
                    inputs = filled.model.inputs(filled.heap, solved.model)
                    assert final.completed_by(inputs).element(number, 0, REF) == 0


@ALL_MODELS
def test_what_is_too_long_to_be_written_out_is_not(name: str) -> None:
    way, _ = start(name)
    heap, ref = way.model.alloc_array(way.heap, "[I", LONGEST + 1)
    way = Way(way.model, heap, way.path)
    assert way.path.model is not None
    (zero,) = fill(way, ref, 0, LONGEST + 1, 0)
    assert way.model.final(zero.heap, way.path.model).length(way.concrete(ref)) == LONGEST + 1
    (one,) = fill(way, ref, 0, LONGEST + 1, 1)
    with pytest.raises(Unreadable):
        way.model.final(one.heap, way.path.model)


@ALL_MODELS
def test_the_length_of_a_new_array_and_its_elements(name: str) -> None:
    way, _ = start(name)
    heap, ref = way.model.alloc_array(way.heap, "[LA;", AT)
    way = Way(way.model, heap, way.path)
    (length,) = way.take(way.model.load(way.heap, ref, LENGTH, way.view()))
    assert length.cell is AT
    (read,) = way.take(way.model.load(way.heap, ref, Index(REF, TO), way.view()))
    (null,) = read.same(read.cell, NULL)
    assert null.cell is True


@ALL_MODELS
def test_what_is_known_of_a_field(name: str) -> None:
    way, (x,) = start(name, ("x", "Box"))
    for read in going_on(way.load(x, FIXED)):
        assert read.cell == 7
    for read in going_on(way.load(x, SIZE)):
        assert impossible(read.path, bitvector(Op.BVSLT, 32, scalar(read.cell), 0))
        assert impossible(read.path, bitvector(Op.BVSLT, 32, 3, scalar(read.cell)))
    for read in going_on(way.load(x, HELD)):
        for null in read.same(read.cell, NULL):
            assert impossible(null.path, scalar(null.cell))


def test_a_step_over_an_index_has_a_name_of_its_own() -> None:
    array = Origin.root("a").then("data")
    assert array.at(3).name == "a.data[3]"
    assert array.at(AT).then("next").name == "a.data[i].next"
    assert array.at(AT).then("next").steps() == ("a", ("data", IndexStep(AT), "next"))
    product, quotient = (bitvector(op, 32, AT, TO) for op in (Op.BVMUL, Op.BVSDIV))
    names = {array.at(index).name for index in (0, AT, TO, product, quotient, bitvector(Op.BVADD, 32, AT, TO))}
    assert len(names) == 6
    assert array.at(product) is array.at(product)
    other = symbol(Origin.root("i"), REF)
    assert Origin.root("i") is other.origin


# Objects from before the run ------------------------------------------------------------------------------------------


@ALL_MODELS
def test_an_object_from_before_the_run_keeps_its_fields_until_they_are_written(name: str) -> None:
    way, _ = start(name)
    (read,) = way.load(FIRST, VAL)
    assert read.cell == 11
    (written,) = way.store(STATICS, COUNT, 4)
    (again,) = written.load(STATICS, COUNT)
    assert again.cell == 4
    (followed,) = way.load(FIRST, NEXT)
    (same,) = followed.same(followed.cell, SECOND)
    assert same.cell is True


@ALL_MODELS
def test_an_input_of_an_enum_is_one_of_its_constants(name: str) -> None:
    way, (c,) = start(name, ("c", "Color"))
    for read in going_on(way.load(c, TINT)):
        assert certain(read.path, eq(symbol(Origin.root("c"), REF), RED)) or not impossible(
            read.path, eq(symbol(Origin.root("c"), REF), BLUE)
        )
        assert impossible(read.path, and_(not_(eq(scalar(read.cell), 1)), not_(eq(scalar(read.cell), 2))))


@ALL_MODELS
def test_an_input_that_is_an_object_from_before_the_run_has_its_number_and_its_fields(name: str) -> None:
    """Also if a field of the input was named before."""
    way, (a,) = start(name, ("a", "A"))
    met = 0
    for read in going_on(way.load(a, VAL)):
        for compared in read.same(a, FIRST):
            for decided in (w for w in compared.decide(scalar(compared.cell)) if w.cell is True):
                assert certain(decided.path, eq(scalar(read.cell), 11))
                assert decided.path.model is not None
                inputs = decided.model.inputs(decided.heap, decided.path.model)
                assert inputs.roots["a"] == FIRST.location.number >= INITIAL
                assert inputs.get(FIRST.location.number, VAL) == 11
                met += 1
    assert met


@ALL_MODELS
def test_a_write_to_an_input_is_seen_by_the_object_that_it_is(name: str) -> None:
    way, (a,) = start(name, ("a", "A"))
    met = 0
    for written in going_on(way.store(a, VAL, 70)):
        for read in written.load(FIRST, VAL):
            for compared in read.same(FIRST, a):
                for decided in compared.decide(scalar(compared.cell)):
                    assert certain(decided.path, eq(scalar(read.cell), 70 if decided.cell is True else 11))
                    assert decided.path.model is not None
                    final = decided.model.final(decided.heap, decided.path.model)
                    if decided.cell is True:
                        assert final.get(FIRST.location.number, VAL) == 70
                        met += 1
    assert met


@ALL_MODELS
def test_static_fields_are_in_no_input(name: str) -> None:
    way, (o,) = start(name, ("o", "Object"))
    for compared in way.same(o, STATICS):
        assert impossible(compared.path, scalar(compared.cell))


@ALL_MODELS
def test_the_class_of_an_object(name: str) -> None:
    way, (a,) = start(name, ("a", "A"))
    ways = way.take(way.model.class_of(way.heap, a, way.view()))
    assert ErrorKind.NULL in [w.result for w in ways]
    values = {w.concrete(w.cell) for w in going_on(ways)}
    assert values <= {CLASSES["A"].location.number, CLASSES["B"].location.number}
    for known, class_name in ((FIRST, "A"), (NUMBERS, "[I")):
        (told,) = way.take(way.model.class_of(way.heap, known, way.view()))
        assert told.concrete(told.cell) == CLASSES[class_name].location.number


@ALL_MODELS
def test_arrays_can_be_drawn(name: str) -> None:
    way, (n,) = start(name, ("n", "[I"))
    (written,) = put(way, n, AT, 5)
    (known,) = put(written, NUMBERS, 1, 6) if name in ("pose", "summary") else put(written, NUMBERS, 1, 6)[:1]
    picture = known.model.picture(known.heap, (("n", n), ("k", NUMBERS)))
    assert {node.shape for node in picture.nodes} >= {"root"}


def test_a_location_of_the_run_is_none_of_before() -> None:
    way, (a,) = start("pose", ("a", "Object"))
    (compared,) = way.same(a, location(0, "A"))
    assert compared.cell is False
    assert way.load(FIRST, ANY)[0].cell is NULL
