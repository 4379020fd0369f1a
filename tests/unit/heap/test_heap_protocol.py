"""What every heap model owes its users, through the protocol alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from heap_ways import (
    ANY,
    FLAG,
    MORE,
    NEXT,
    OTHER,
    TABLE,
    VAL,
    N,
    Way,
    as_ref,
    certain,
    equal_on,
    impossible,
    scalar,
    start,
    through,
)

from symheap.core.outcome import ErrorKind
from symheap.core.terms import BOOL, NULL, REF, eq
from symheap.core.types import Field
from symheap.heap.api import Cell
from symheap.heap.registry import MODELS
from symheap.laws.guards import not_split

ALL_MODELS = pytest.mark.parametrize("name", MODELS)
FIELDS = pytest.mark.parametrize("field", [NEXT, ANY, VAL, FLAG], ids=str)


def written(field: Field) -> Cell:
    """Something to write: a symbol, null, or a truth value."""
    if field.type.sort is REF:
        return NULL
    return True if field.type.sort is BOOL else N


def two(name: str) -> tuple[Way, Cell, Cell]:
    way, (x, y) = start(name, ("x", "A"), ("y", "A"))
    return way, x, y


# Reading and writing --------------------------------------------------------------------------------------------------


@ALL_MODELS
@FIELDS
def test_reading_twice_gives_the_same_value(name: str, field: Field) -> None:
    way, x, _ = two(name)
    firsts = [w for w in way.load(x, field) if not w.fails()]
    assert firsts
    for first in firsts:
        seconds = first.load(x, field)
        assert seconds
        assert all(not w.fails() and equal_on(w, first.cell, w.cell) for w in seconds)


@ALL_MODELS
@FIELDS
def test_what_was_written_is_read_through_the_same_reference(name: str, field: Field) -> None:
    way, x, _ = two(name)
    stores = [w for w in way.store(x, field, written(field)) if not w.fails()]
    assert stores
    for store in stores:
        reads = store.load(x, field)
        assert reads
        assert all(not w.fails() and equal_on(w, written(field), w.cell) for w in reads)


@ALL_MODELS
@FIELDS
def test_an_alias_reads_what_was_written_and_another_object_what_it_had(name: str, field: Field) -> None:
    """Over all ways on which y was read before x was written: after it y has the new value if x = y, else the old."""
    way, x, y = two(name)
    seen: Counter[bool] = Counter()
    for before in (w for w in way.load(y, field) if not w.fails()):
        stores = [w for w in before.store(x, field, written(field)) if not w.fails()]
        for store in through(stores, lambda w: w.same(x, y)):
            for decided in store.decide(scalar(store.cell)):
                for read in decided.load(y, field):
                    assert not read.fails()
                    assert equal_on(read, written(field) if decided.cell is True else before.cell, read.cell)
                    seen[bool(decided.cell)] += 1
    assert seen[True]
    assert seen[False]


@ALL_MODELS
@FIELDS
def test_an_alias_that_was_never_looked_at_reads_what_was_written(name: str, field: Field) -> None:
    way, x, y = two(name)
    stores = [w for w in way.store(x, field, written(field)) if not w.fails()]
    aliased = 0
    for way_taken in through(stores, lambda w: w.same(y, x)):
        for decided in (w for w in way_taken.decide(scalar(way_taken.cell)) if w.cell is True):
            for read in decided.load(y, field):
                assert equal_on(read, written(field), read.cell)
                aliased += 1
    assert aliased


@ALL_MODELS
def test_the_last_of_two_writes_counts(name: str) -> None:
    way, x, y = two(name)
    once = [w for w in way.store(x, VAL, 1) if not w.fails()]
    twice = [w for w in through(once, lambda w: w.store(y, VAL, 2)) if not w.fails()]
    values = set()
    for read in through(twice, lambda w: w.load(x, VAL)):
        for same in read.same(x, y):
            for decided in same.decide(scalar(same.cell)):
                assert certain(decided.path, eq(scalar(read.cell), 2 if decided.cell is True else 1))
                values.add(decided.cell)
    assert values == {True, False}


@ALL_MODELS
def test_fields_of_one_object_do_not_disturb_each_other(name: str) -> None:
    way, x, _ = two(name)
    for store in [w for w in way.store(x, VAL, 7) if not w.fails()]:
        for read in store.load(x, FLAG):
            again = read.load(x, VAL)
            assert again
            assert all(equal_on(w, 7, w.cell) for w in again)


# New objects ----------------------------------------------------------------------------------------------------------


@ALL_MODELS
@pytest.mark.parametrize("field", [NEXT, ANY, VAL, FLAG, MORE], ids=str)
def test_the_fields_of_a_new_object_are_defaults(name: str, field: Field) -> None:
    way, _, _ = two(name)
    way, made = way.alloc("B")
    (read,) = way.load(made, field)
    assert equal_on(read, field.type.default, read.cell)


@ALL_MODELS
def test_no_input_is_a_new_object_nor_is_null_nor_another_new_one(name: str) -> None:
    way, x, _ = two(name)
    way, made = way.alloc("A")
    way, another = way.alloc("A")
    for other in (x, NULL, another):
        for pair in ((made, other), (other, made)):
            ways = way.same(*pair)
            assert ways
            assert all(impossible(w.path, scalar(w.cell)) for w in ways)
    assert all(certain(w.path, scalar(w.cell)) for w in way.same(made, made))


@ALL_MODELS
def test_what_an_input_leads_to_is_no_new_object(name: str) -> None:
    way, x, _ = two(name)
    way, made = way.alloc("A")
    reads = [w for w in way.load(x, NEXT) if not w.fails()]
    ways = through(reads, lambda w: w.same(w.cell, made))
    assert ways
    assert all(impossible(w.path, scalar(w.cell)) for w in ways)


@ALL_MODELS
def test_a_write_through_an_input_leaves_a_new_object_as_it_was_and_the_other_way_round(name: str) -> None:
    way, x, _ = two(name)
    way, made = way.alloc("A")
    (own,) = way.store(made, VAL, 5)
    for write in [w for w in own.store(x, VAL, 9) if not w.fails()]:
        (new,) = write.load(made, VAL)
        assert equal_on(new, 5, new.cell)
        assert all(equal_on(w, 9, w.cell) for w in new.load(x, VAL))


# Faults ---------------------------------------------------------------------------------------------------------------


@ALL_MODELS
def test_null_has_no_fields_and_no_methods(name: str) -> None:
    way, _, _ = two(name)
    for ways in (way.load(NULL, VAL), way.store(NULL, VAL, 1), way.store(NULL, NEXT, NULL)):
        assert [w.result for w in ways] == [ErrorKind.NULL]
    calls = way.take(way.model.targets(way.heap, NULL, "m/0", way.view()))
    assert [w.result for w in calls] == [ErrorKind.NULL]


@ALL_MODELS
def test_an_object_without_the_field_is_no_null_error(name: str) -> None:
    way, _, _ = two(name)
    way, made = way.alloc("D")
    for ways in (way.load(made, VAL), way.store(made, VAL, 1)):
        assert [w.result for w in ways] == [ErrorKind.NO_FIELD]
    (read,) = way.load(made, OTHER)
    assert not read.fails()
    calls = way.take(way.model.targets(way.heap, made, "m/0", way.view()))
    assert [w.result for w in calls] == [ErrorKind.NO_METHOD]


@ALL_MODELS
@pytest.mark.parametrize("write", [False, True])
def test_an_input_of_any_class_may_do_all_three(name: str, write: bool) -> None:
    way, (x,) = start(name, ("x", "Object"))
    ways = way.store(x, VAL, 1) if write else way.load(x, VAL)
    errors = Counter(w.result for w in ways if w.fails())
    assert errors == {ErrorKind.NULL: 1, ErrorKind.NO_FIELD: 1}
    assert len(ways) == 3
    for w in ways:
        number = int(w.concrete(x)) if not w.fails() or w.result is ErrorKind.NO_FIELD else 0
        assert (number == 0) is (w.result is ErrorKind.NULL)


@ALL_MODELS
def test_a_fault_writes_nothing(name: str) -> None:
    way, x, _ = two(name)
    (fault,) = [w for w in way.store(x, VAL, 1) if w.fails()]
    assert fault.path.model is not None
    assert fault.model.final(fault.heap, fault.path.model).objects == {}


# Comparisons and types ------------------------------------------------------------------------------------------------


@ALL_MODELS
def test_a_comparison_says_of_every_way_what_its_model_says(name: str) -> None:
    way, x, y = two(name)
    reads = [w for w in way.load(x, NEXT) if not w.fails()]
    seen = set()
    for read in [way, *reads]:
        for other in (y, NULL, x, *([read.cell] if read is not way else [])):
            for same in read.same(other, y):
                for decided in same.decide(scalar(same.cell)):
                    assert (decided.concrete(other) == decided.concrete(y)) is decided.cell
                    seen.add(decided.cell)
    assert seen == {True, False}


@ALL_MODELS
def test_comparison_is_symmetric(name: str) -> None:
    way, x, y = two(name)
    for a, b in ((x, y), (x, NULL)):
        for first in way.same(a, b):
            for second in first.same(b, a):
                assert equal_on(second, first.cell, second.cell)


@ALL_MODELS
def test_a_type_test_is_false_for_null_and_true_for_subclasses(name: str) -> None:
    way, (x,) = start(name, ("x", "Object"))
    way, made = way.alloc("B")
    seen = set()
    for test in way.take(way.model.is_a(way.heap, x, TABLE.subtypes("A"), way.view())):
        for decided in test.decide(scalar(test.cell)):
            assert decided.path.model is not None
            heap = decided.model.inputs(decided.heap, decided.path.model)
            number = int(heap.roots["x"])
            assert decided.cell is (number != 0 and heap.class_of(number) in ("A", "B"))
            seen.add(decided.cell)
    assert seen == {True, False}
    (new,) = way.take(way.model.is_a(way.heap, made, TABLE.subtypes("A"), way.view()))
    assert certain(new.path, scalar(new.cell))


@ALL_MODELS
def test_a_call_runs_the_body_that_the_class_has(name: str) -> None:
    """Rule: [POSE] Fig. 11, "Invoke (c2)" """
    way, (x,) = start(name, ("x", "Object"))
    for method, bodies in (("m/0", {"A": {"A"}, "B": {"B"}}), ("n/0", {"A": {"A", "B"}})):
        ways = way.take(way.model.targets(way.heap, x, method, way.view()))
        assert {w.result for w in ways} == {*bodies, ErrorKind.NULL, ErrorKind.NO_METHOD}
        for w in (w for w in ways if isinstance(w.result, str)):
            assert w.path.model is not None
            heap = w.model.inputs(w.heap, w.path.model)
            assert heap.class_of(int(heap.roots["x"])) in bodies[str(w.result)]


@ALL_MODELS
@FIELDS
def test_the_guards_of_an_answer_split_the_path(name: str, field: Field) -> None:
    way, x, y = two(name)
    stored = [w for w in way.store(y, field, written(field)) if not w.fails()]
    for at in (way, *stored):
        for answer in (
            at.model.load(at.heap, as_ref(x), field, at.view()),
            at.model.store(at.heap, as_ref(x), field, written(field), at.view()),
            at.model.same(at.heap, as_ref(x), as_ref(y), at.view()),
        ):
            assert impossible(at.path, not_split([branch.guard for branch in answer]))


# Reading it back ------------------------------------------------------------------------------------------------------


@ALL_MODELS
@FIELDS
def test_writes_do_not_destroy_the_inputs_and_the_final_heap_shows_them(name: str, field: Field) -> None:
    way, x, _ = two(name)
    for read in [w for w in way.load(x, field) if not w.fails()]:
        for store in [w for w in read.store(x, field, written(field)) if not w.fails()]:
            model = store.path.model
            assert model is not None
            before = store.model.inputs(read.heap, model)
            after = store.model.inputs(store.heap, model)
            final = store.model.final(store.heap, model)
            number = int(before.roots["x"])
            assert before.roots == after.roots
            assert after.objects == before.objects
            assert after.objects[number].fields[field.name] == store.concrete(read.cell)
            assert final.objects[number].fields[field.name] == store.concrete(written(field))


@ALL_MODELS
def test_the_final_heap_shows_a_new_object_where_it_was_stored(name: str) -> None:
    way, x, _ = two(name)
    way, made = way.alloc("B")
    (way,) = way.store(made, VAL, 3)
    for store in [w for w in way.store(x, NEXT, made) if not w.fails()]:
        model = store.path.model
        assert model is not None
        final = store.model.final(store.heap, model)
        at = final.objects[int(store.concrete(x))].fields["next"]
        assert at < 0
        assert final.class_of(int(at)) == "B"
        assert final.objects[int(at)].fields["val"] == 3
        assert all(number > 0 for number in store.model.inputs(store.heap, model).objects)


@ALL_MODELS
def test_a_heap_is_a_value(name: str) -> None:
    """Whatever is asked of a heap, it answers the same afterwards: states share it."""
    way, x, y = two(name)
    first = [w.cell for w in way.load(x, NEXT) if not w.fails()]
    for store in [w for w in way.store(y, NEXT, NULL) if not w.fails()]:
        store.load(x, NEXT)
    assert [w.cell for w in replace(way).load(x, NEXT) if not w.fails()] == first
