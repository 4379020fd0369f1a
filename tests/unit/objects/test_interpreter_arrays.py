"""Arrays in the concrete interpreter: their contents, and the order of their errors."""

from __future__ import annotations

import pytest
from java_like import Asking, Case, at

from symheap.core.contents import LONGEST
from symheap.core.model import Plain
from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.core.terms import BOOL, BV32, REF, Sort
from symheap.core.types import ELEMENTS
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.interpreter import ConcreteRun
from symheap.objects.ir import Const, CopyRange, FillRange, Instruction, Length, Load, NewArray, Return, Store

HEAPS = pytest.mark.parametrize("kind", [ConcreteHeap, Asking])
OBJECTS = {
    1: ConcreteObject("[I", length=4, elements={0: 10, 1: 11, 3: 13}),
    2: ConcreteObject("[I", length=3, elements={0: 20, 1: 21, 2: 22}),
    3: ConcreteObject("[Object", length=3, elements={0: 7, 1: 8, 2: 9}),
    4: ConcreteObject("[A", length=3, elements={0: 7}),
    5: ConcreteObject("[B-of-A", length=2),
    6: ConcreteObject("[Z", length=2, elements={1: True}),
    7: ConcreteObject("A"),
    8: ConcreteObject("B"),
    9: ConcreteObject("C"),
}


def ran(*code: Instruction, kind: type[ConcreteHeap] = ConcreteHeap, **roots: Plain) -> ConcreteRun:
    objects = {n: o.copy() for n, o in OBJECTS.items()}
    return Case(((*code, Return(4, at(99))),)).run(objects, kind=kind, **roots)


def error(done: ConcreteRun) -> str:
    assert isinstance(done.end, Threw), done.end
    return done.end.exception


@HEAPS
def test_a_new_array_holds_defaults(kind: type[ConcreteHeap]) -> None:
    made = NewArray(5, "[I", 2, at(1))
    assert ran(made, Length(4, 5, at(2)), kind=kind, n=3).end == Returned(3)
    assert ran(made, Const(6, 2, at(2)), Load(4, 5, 6, BV32, at(3)), kind=kind, n=3).end == Returned(0)
    truth = ran(NewArray(5, "[Z", 2, at(1)), Const(6, 0, at(2)), Load(4, 5, 6, BOOL, at(3)), kind=kind, n=1)
    assert truth.end == Returned(False)
    assert isinstance(truth.end, Returned)
    assert truth.end.value is False
    null = ran(NewArray(5, "[A", 2, at(1)), Const(6, 0, at(2)), Load(4, 5, 6, REF, at(3)), kind=kind, n=1)
    assert (null.end, null.returned_ref) == (Returned(0), True)


def test_a_negative_length_is_an_error() -> None:
    done = ran(NewArray(4, "[I", 2, at(1)), n=-1)
    assert error(done) == "Negative"
    assert [str(d) for d in done.decisions] == ["negative-size"]


@HEAPS
@pytest.mark.parametrize(("index", "value"), [(0, 10), (2, 0), (3, 13)])
def test_loads(kind: type[ConcreteHeap], index: int, value: int) -> None:
    assert ran(Load(4, 0, 2, BV32, at(1)), kind=kind, a=1, n=index).end == Returned(value)


@HEAPS
def test_a_loaded_reference_is_one(kind: type[ConcreteHeap]) -> None:
    done = ran(Load(4, 0, 2, REF, at(1)), kind=kind, a=3, n=1)
    assert (done.end, done.returned_ref) == (Returned(8), True)


@HEAPS
@pytest.mark.parametrize("index", [-1, 4])
def test_null_comes_before_the_bounds(kind: type[ConcreteHeap], index: int) -> None:
    for code in (Load(4, 0, 2, BV32, at(1)), Store(0, 2, 2, BV32, at(1))):
        assert error(ran(code, kind=kind, a=1, n=index)) == "Bounds"
        assert error(ran(code, kind=kind, a=0, n=index)) == "java.lang.NullPointerException"
    assert error(ran(Length(4, 0, at(1)), kind=kind)) == "java.lang.NullPointerException"


@HEAPS
def test_stores_are_seen_by_loads(kind: type[ConcreteHeap]) -> None:
    code = (Const(5, 2, at(1)), Store(0, 5, 2, BV32, at(2)), Load(4, 1, 5, BV32, at(3)))
    assert ran(*code, kind=kind, a=1, b=1, n=33).end == Returned(33)
    assert ran(*code, kind=kind, a=1, b=2, n=33).end == Returned(22)


@HEAPS
@pytest.mark.parametrize(
    ("array", "element", "expected"),
    [(3, 9, ""), (4, 7, ""), (4, 8, ""), (4, 0, ""), (4, 9, "BadStore"), (5, 7, "BadStore"), (5, 8, "")],
)
def test_an_array_takes_what_its_class_says(kind: type[ConcreteHeap], array: int, element: int, expected: str) -> None:
    done = ran(Store(0, 2, 1, REF, at(1)), Load(4, 0, 2, REF, at(2)), kind=kind, a=array, b=element, n=1)
    if expected:
        assert error(done) == expected
    else:
        assert done.end == Returned(element)


def test_the_bounds_come_before_a_misfit() -> None:
    assert error(ran(Store(0, 2, 1, REF, at(1)), a=4, b=9, n=3)) == "Bounds"


def copy(start: int, target: int, count: int) -> tuple[Instruction, ...]:
    constants = (Const(5, start, at(1)), Const(6, target, at(1)), Const(7, count, at(1)))
    return (*constants, CopyRange(0, 5, 1, 6, 7, 4, at(2)), Const(4, 0, at(3)))


def contents(done: ConcreteRun, number: int, kind: Sort = BV32) -> list[Plain]:
    size = done.heap.length(number)
    assert size is not None
    return [done.heap.element(number, k, kind) for k in range(size)]


@HEAPS
def test_a_range_is_copied_with_its_defaults(kind: type[ConcreteHeap]) -> None:
    assert contents(ran(*copy(1, 0, 3), kind=kind, a=1, b=2), 2) == [11, 0, 13]


@HEAPS
def test_overlapping_ranges(kind: type[ConcreteHeap]) -> None:
    assert contents(ran(*copy(0, 1, 3), kind=kind, a=1, b=1), 1) == [10, 10, 11, 0]
    assert contents(ran(*copy(1, 0, 3), kind=kind, a=1, b=1), 1) == [11, 0, 13, 13]


@HEAPS
@pytest.mark.parametrize(("start", "target", "count"), [(-1, 0, 1), (0, -1, 1), (0, 0, -1), (3, 0, 2), (0, 1, 3)])
def test_ranges_out_of_bounds(kind: type[ConcreteHeap], start: int, target: int, count: int) -> None:
    done = ran(*copy(start, target, count), kind=kind, a=1, b=2)
    assert error(done) == "Bounds"
    assert contents(done, 2) == [20, 21, 22]


NPE = "java.lang.NullPointerException"


def fill(start: int, count: int, element: int, kind: Sort = BV32) -> tuple[Instruction, ...]:
    constants = (Const(5, start, at(1)), Const(6, count, at(1)), Const(7, element, at(1)))
    return (*constants, FillRange(0, 5, 6, 7 if kind is BV32 else 1, kind, at(2)), Const(4, 0, at(3)))


@HEAPS
@pytest.mark.parametrize("element", [0, 7])
def test_a_range_is_filled_and_nothing_else(kind: type[ConcreteHeap], element: int) -> None:
    assert contents(ran(*fill(1, 2, element), kind=kind, a=2, b=0), 2) == [20, element, element]
    assert contents(ran(*fill(0, 4, element), kind=kind, a=1, b=0), 1) == [element] * 4
    assert contents(ran(*fill(2, 0, element), kind=kind, a=2, b=0), 2) == [20, 21, 22]


@HEAPS
@pytest.mark.parametrize(
    ("array", "element", "count", "expected"),
    [(4, 7, 3, ""), (4, 9, 3, "BadStore"), (4, 9, 0, ""), (4, 0, 3, ""), (0, 7, 3, NPE), (0, 9, 0, NPE)],
)
def test_an_array_is_filled_with_what_its_class_takes(
    kind: type[ConcreteHeap], array: int, element: int, count: int, expected: str
) -> None:
    done = ran(*fill(0, count, 0, REF), kind=kind, a=array, b=element)
    if expected:
        assert error(done) == expected
    else:
        assert contents(done, array, REF) == ([element] * 3 if count else [7, 0, 0])


def test_a_long_array_is_filled_with_nothing_but_its_default() -> None:
    long, made = Const(2, LONGEST + 1, at(0)), NewArray(0, "[I", 2, at(0))
    assert ran(long, made, *fill(0, LONGEST + 1, 0), a=1, b=0).end == Returned(0)
    assert isinstance(ran(long, made, *fill(0, LONGEST + 1, 1), a=1, b=0).end, Unsupported)


def test_an_empty_range_at_the_end_is_within_bounds() -> None:
    assert ran(*copy(4, 3, 0), a=1, b=2).end == Returned(0)


@HEAPS
@pytest.mark.parametrize(("source", "target"), [(1, 3), (3, 1), (1, 6), (7, 1), (1, 7), (7, 7)])
def test_misfitting_arrays_come_before_the_bounds(kind: type[ConcreteHeap], source: int, target: int) -> None:
    assert error(ran(*copy(-1, 0, 1), kind=kind, a=source, b=target)) == "BadStore"


@pytest.mark.parametrize(("source", "target"), [(0, 7), (7, 0), (0, 0)])
def test_null_comes_before_misfitting_arrays(source: int, target: int) -> None:
    assert error(ran(*copy(-1, 0, 1), a=source, b=target)) == "java.lang.NullPointerException"


@HEAPS
def test_a_copy_whose_elements_need_checks_is_left_to_others(kind: type[ConcreteHeap]) -> None:
    *before, copied, _ = copy(0, 0, 3)
    done = ran(*before, copied, kind=kind, a=3, b=4)
    assert done.end == Returned(False)
    assert contents(done, 4, REF) == [7, 0, 0]
    assert ran(*before, copied, kind=kind, a=4, b=3).end == Returned(True)


@pytest.mark.parametrize(
    ("source", "target", "kind"), [(1, 2, "[I"), (3, 4, ELEMENTS[REF].owner), (4, 3, ELEMENTS[REF].owner), (6, 6, "[Z")]
)
def test_the_kind_of_arrays_is_decided(source: int, target: int, kind: str) -> None:
    assert [str(d) for d in ran(*copy(0, 0, 1), a=source, b=target).decisions] == [kind]
    assert [str(d) for d in ran(*copy(9, 0, 1), a=source, b=target).decisions] == [kind, "out-of-bounds"]


@HEAPS
def test_references_to_a_wider_array(kind: type[ConcreteHeap]) -> None:
    assert contents(ran(*copy(0, 1, 2), kind=kind, a=4, b=3), 3, REF) == [7, 7, 0]
