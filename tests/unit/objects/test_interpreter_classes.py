"""Class initialisation in the concrete interpreter, and calls of single methods."""

from __future__ import annotations

import pytest
from java_like import ADD, APPEND, LINK, NUMBER, STATIC, Asking, Case, World, at, clinit, method

from symheap.core.outcome import Bound, Cut, ErrorKind, Returned, Threw, Unsupported
from symheap.core.source import Position
from symheap.core.terms import location
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject
from symheap.objects.decisions import Decision
from symheap.objects.interpreter import Pointer, call, initialize
from symheap.objects.ir import (
    DISCARD,
    Compute,
    Const,
    Get,
    Handler,
    Initialize,
    Instruction,
    Invoke,
    Method,
    New,
    NewArray,
    Put,
    Refuse,
    Return,
    Throw,
)

HEAPS = pytest.mark.parametrize("kind", [ConcreteHeap, Asking])
ORDERS = {"D": ("SS", "S", "I", "D"), "S": ("SS", "S")}
DIGITS = {"SS": 1, "S": 2, "I": 3, "D": 4, "C": 5}


def world() -> World:
    return World(ORDERS)


def noting(at_hand: World, class_name: str, *first: Instruction) -> Method:
    """Return an initialiser that runs some code and then appends the digit of its class to A.count."""
    code = (
        *first,
        Const(1, at_hand.holder("A"), at(70)),
        Get(2, 1, "count", (STATIC,), at(71)),
        Const(3, DIGITS[class_name], at(72)),
        Compute(2, APPEND, (2, 3), at(73)),
        Put(1, "count", (STATIC,), 2, at(74)),
        Return(0, at(75)),
    )
    return clinit(class_name, code)


def main(at_hand: World, *code: Instruction) -> tuple[Instruction, ...]:
    """Return code that runs the given one and returns A.count."""
    return (*code, Const(5, at_hand.holder("A"), at(90)), Get(4, 5, "count", (STATIC,), at(91)), Return(4, at(92)))


@HEAPS
def test_superclasses_and_interfaces_first_and_each_once(kind: type[ConcreteHeap]) -> None:
    w = world()
    code = main(w, Initialize("D", at(1)), Initialize("S", at(2)), Initialize("D", at(3)))
    done = Case((code,), tuple(noting(w, n) for n in ("SS", "S", "I", "D")), world=w).run(kind=kind)
    assert (done.end, done.decisions) == (Returned(1234), ())


def test_a_class_that_is_initialised_before_or_has_no_initialiser_passes() -> None:
    w = world()
    code = main(w, Initialize("D", at(1)), Initialize("B", at(2)))
    initialized = frozenset({"SS", "S"})
    done = Case((code,), tuple(noting(w, n) for n in ("SS", "I", "D")), world=w, initialized=initialized).run()
    assert done.end == Returned(34)


def test_a_class_whose_initialiser_runs_passes() -> None:
    w = world()
    methods = (noting(w, "C", Initialize("C", at(60))),)
    assert Case((main(w, Initialize("C", at(1))),), methods, world=w).run().end == Returned(5)


def test_a_subclass_that_waits_for_its_superclass_passes_there() -> None:
    """The initialiser of SS uses S and D, which are marked by then: neither runs before its turn."""
    w = world()
    first = noting(w, "SS", Initialize("S", at(60)), Initialize("D", at(61)))
    methods = (first, *(noting(w, n) for n in ("S", "I", "D")))
    assert Case((main(w, Initialize("D", at(1))),), methods, world=w).run().end == Returned(1234)


def test_an_interface_is_not_marked_while_the_superclass_is_initialised() -> None:
    w = world()
    methods = (noting(w, "SS", Initialize("I", at(60))), *(noting(w, n) for n in ("S", "I", "D")))
    assert Case((main(w, Initialize("D", at(1))),), methods, world=w).run().end == Returned(3124)


def test_a_superclass_initialiser_that_needs_a_subclass_first_met_there() -> None:
    """SS is requested; its initialiser requests D, whose interface requests D again."""
    w = world()
    methods = (
        noting(w, "SS", Initialize("D", at(60))),
        noting(w, "I", Initialize("D", at(61))),
        *(noting(w, n) for n in ("S", "D")),
    )
    assert Case((main(w, Initialize("SS", at(1))),), methods, world=w).run().end == Returned(2341)


def throwing(class_name: str, exception: str) -> Method:
    return clinit(class_name, (New(0, exception, at(80)), Throw(0, at(81))))


def test_an_exception_out_of_an_initialiser_becomes_the_cause_of_an_error() -> None:
    done = Case(((Initialize("C", at(1)), Return(0, at(2))),), (throwing("C", "Bounds"),)).run()
    assert isinstance(done.end, Threw)
    assert (done.end.error, done.end.exception) == (ErrorKind.INITIALIZER, "java.lang.ExceptionInInitializerError")
    assert done.end.stack == (at(1),)
    assert done.decisions == (Decision("error", "failed-initializer", at(1)),)
    cause = int(done.heap.objects[done.thrown].fields["cause"])
    assert done.heap.class_of(cause) == "Bounds"


def test_an_error_out_of_an_initialiser_goes_on_as_it_is() -> None:
    end = Case(((Initialize("C", at(1)), Return(0, at(2))),), (throwing("C", "java.lang.AssertionError"),)).run().end
    assert isinstance(end, Threw)
    assert (end.error, end.stack) == (ErrorKind.ASSERTION, (at(80), at(1)))


def second_use(class_name: str, again: str, methods: tuple[Method, ...], w: World) -> Threw:
    """Return how the program ends if the first use is caught and there is a second one."""
    blocks = ((Initialize(class_name, at(1)), Return(0, at(2))), (Initialize(again, at(3)), Return(0, at(4))))
    end = Case(blocks, methods, {0: [Handler(None, 1, 9)]}, w).run().end
    assert isinstance(end, Threw)
    return end


def test_a_class_whose_initialiser_failed_cannot_be_used() -> None:
    end = second_use("C", "C", (throwing("C", "Bounds"),), world())
    assert (end.error, end.exception, end.position) == (
        ErrorKind.INITIALIZER,
        "java.lang.NoClassDefFoundError",
        at(3),
    )


@pytest.mark.parametrize("failing", ["SS", "S", "I"])
def test_neither_can_the_classes_that_waited_for_it(failing: str) -> None:
    w = world()
    end = second_use("D", "D", (throwing(failing, "Bounds"), noting(w, "D")), w)
    assert (end.exception, end.detail) == ("java.lang.NoClassDefFoundError", "Could not initialize class D")


def test_a_class_below_one_that_failed_before_cannot_be_used() -> None:
    end = second_use("SS", "D", (throwing("SS", "Bounds"),), world())
    assert (end.exception, end.detail) == ("java.lang.NoClassDefFoundError", "Could not initialize class SS")


def test_an_interface_behind_the_failure_is_not_concerned() -> None:
    w = world()
    blocks = ((Initialize("D", at(1)), Return(0, at(2))), main(w, Initialize("I", at(3))))
    case = Case(blocks, (throwing("SS", "Bounds"), noting(w, "I")), {0: [Handler(None, 1, 9)]}, w)
    assert case.run().end == Returned(3)


def test_an_initialiser_counts_as_a_call() -> None:
    w = world()
    case = Case((main(w, Initialize("C", at(1))),), (noting(w, "C"),), world=w)
    assert case.run(max_calls=1).end == Returned(5)
    assert case.run(max_calls=0).end == Cut(Bound.CALLS, at(1))


def test_static_fields_belong_to_the_run_and_not_to_the_initial_heap() -> None:
    w = world()
    case = Case((main(w, Initialize("C", at(1))),), (noting(w, "C"),), world=w)
    assert [case.run().end, case.run().end] == [Returned(5), Returned(5)]
    assert w.initial.objects[w.holder("A").location.number] == ConcreteObject("A.<static>")


# initialize and call --------------------------------------------------------------------------------------------------


def test_initialize_works_in_the_heap_itself_with_its_numbers() -> None:
    w = world()
    made = clinit("C", (Const(1, 3, at(1)), NewArray(2, "[I", 1, at(2)), New(2, "A", at(3)), Return(0, at(4))))
    done = initialize(Case(((),), (made, noting(w, "SS"), noting(w, "S")), world=w).program, w.initial, ["C", "S"])
    assert (done.done, done.failed, dict(done.why)) == (frozenset({"C", "SS", "S"}), frozenset(), {})
    assert w.initial.objects[w.holder("A").location.number].fields == {"count": 12}
    assert sorted(o.class_name for o in w.initial.objects.values()) == ["A", "A.<static>", "[I"]
    assert all(number >= INITIAL for number in w.initial.objects)


def test_an_initialiser_that_is_not_supported_leaves_no_trace() -> None:
    w = world()
    refusing = clinit("C", (Initialize("S", at(1)), New(1, "A", at(2)), Refuse("natives", at(3)), Return(0, at(4))))
    methods = (refusing, noting(w, "SS"), noting(w, "S"))
    holder = w.holder("A").location.number
    done = initialize(Case(((),), methods, world=w).program, w.initial, ["C", "SS"])
    assert (done.done, dict(done.why)) == (frozenset({"SS"}), {"C": Unsupported("natives", at(3))})
    assert w.initial.objects == {holder: ConcreteObject("A.<static>", {"count": 1})}


def test_an_initialiser_that_throws_has_failed_for_all_that_follow() -> None:
    w = world()
    methods = (throwing("SS", "Bounds"), noting(w, "S"))
    done = initialize(Case(((),), methods, world=w).program, w.initial, ["SS", "S"])
    assert (done.done, done.failed) == (frozenset(), frozenset({"SS", "S"}))
    ends = [end.exception for end in done.why.values() if isinstance(end, Threw)]
    assert ends == ["java.lang.ExceptionInInitializerError", "java.lang.NoClassDefFoundError"]


def test_initialize_knows_bounds() -> None:
    w = world()
    program = Case(((),), (noting(w, "C"),), world=w).program
    assert initialize(program, w.initial, ["C"], max_calls=0).why == {"C": Cut(Bound.CALLS, Position("C", 0, 0))}
    assert isinstance(initialize(program, w.initial, ["C"], max_steps=4).why["C"], Cut)


def test_a_call_runs_one_method_on_a_copy() -> None:
    w = world()
    body = (
        Get(2, 0, "number", (NUMBER,), at(1)),
        Compute(2, ADD, (2, 1), at(2)),
        Put(0, "number", (NUMBER,), 2, at(3)),
        Return(2, at(4)),
    )
    number = w.initial.new("A")
    program = Case(((),), world=w).program
    for heap in (w.initial, ConcreteHeap(w)):
        done = call(program, heap, method("A", "add(I)I", body), (Pointer(number), 5))
        assert (done.end, done.heap.objects[number].fields) == (Returned(5), {"number": 5})
    assert w.initial.objects[number].fields == {}


def test_initial_objects_are_constants() -> None:
    w = world()
    number = w.initial.new("A")
    w.initial.objects[number].fields["link"] = number
    code = (Const(5, location(number, "A", initial=True), at(1)), Get(4, 5, "link", (LINK,), at(2)), Return(4, at(3)))
    done = Case((code,), world=w).run()
    assert (done.end, done.returned_ref, done.heap.objects) == (Returned(number), True, {})


def test_a_result_that_nobody_wants_goes_nowhere() -> None:
    callee = method("A", "seven()V", (Const(0, 7, at(50)), Return(0, at(51))))
    code = (Const(9, 1, at(1)), Invoke(DISCARD, "A", "seven()V", (), at(2)), Return(9, at(3)))
    assert Case((code,), (callee,)).run().end == Returned(1)
