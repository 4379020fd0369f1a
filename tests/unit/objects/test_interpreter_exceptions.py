"""Exceptions in the concrete interpreter: handlers, unwinding, and the report of an uncaught one."""

from __future__ import annotations

import pytest
from java_like import APPEND, LINK, Asking, Case, World, at, method

from symheap.core.outcome import ErrorKind, Returned, Threw, Unsupported
from symheap.core.terms import NULL
from symheap.core.types import Field, ref_type
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.decisions import Decision
from symheap.objects.ir import (
    DISCARD,
    Call,
    Check,
    Compute,
    Const,
    Fail,
    Get,
    Handler,
    Instruction,
    Invoke,
    Jump,
    New,
    Put,
    Return,
    Throw,
)

WORLD = World()
HEAPS = pytest.mark.parametrize("kind", [ConcreteHeap, Asking])


def catching(class_name: str, target: int, reg: int = 9) -> Handler:
    return Handler(WORLD.subtypes(class_name), target, reg)


def returning(value: int, line: int) -> tuple[Instruction, ...]:
    return (Const(4, value, at(line)), Return(4, at(line)))


DEREFERENCE = Get(4, 0, "link", (LINK,), at(1))


@HEAPS
def test_an_error_makes_an_exception_with_a_place(kind: type[ConcreteHeap]) -> None:
    done = Case(((DEREFERENCE, Return(4, at(2))),)).run(kind=kind)
    assert isinstance(done.end, Threw)
    assert (done.end.error, done.end.exception) == (ErrorKind.NULL, "java.lang.NullPointerException")
    assert (done.end.position, done.end.stack) == (at(1), (at(1),))
    assert done.decisions == (Decision("error", "null", at(1)),)
    assert done.heap.objects[done.thrown] == ConcreteObject("java.lang.NullPointerException")


@HEAPS
def test_the_first_handler_that_takes_the_exception_gets_it(kind: type[ConcreteHeap]) -> None:
    handlers = [catching("Bounds", 1), catching("java.lang.Exception", 2), catching("java.lang.Throwable", 3)]
    blocks = ((DEREFERENCE, Return(4, at(2))), returning(1, 10), (Return(9, at(20)),), returning(3, 30))
    done = Case(blocks, handlers={0: handlers}).run(kind=kind)
    assert isinstance(done.end, Returned)
    assert done.heap.class_of(int(done.end.value)) == "java.lang.NullPointerException"
    assert done.returned_ref
    assert done.decisions == (
        Decision("error", "null", at(1)),
        Decision("branch", False, at(1)),
        Decision("branch", True, at(1)),
    )


def test_a_handler_of_everything_is_no_decision() -> None:
    done = Case(((DEREFERENCE, Return(4, at(2))), returning(1, 10)), handlers={0: [Handler(None, 1, 9)]}).run()
    assert (done.end, done.decisions) == (Returned(1), (Decision("error", "null", at(1)),))


def test_only_the_handlers_of_the_block_at_hand_count() -> None:
    blocks = ((Jump(1, at(1)),), (DEREFERENCE, Return(4, at(2))), returning(1, 10))
    assert isinstance(Case(blocks, handlers={0: [Handler(None, 2, 9)]}).run().end, Threw)
    assert Case(blocks, handlers={1: [Handler(None, 2, 9)]}).run().end == Returned(1)


CALLEE = method("A", "fail()V", (Fail(ErrorKind.ARITHMETIC, "/ by zero", at(50)),))


def test_an_exception_goes_to_the_caller_at_the_place_of_the_call() -> None:
    call = Invoke(DISCARD, "A", "fail()V", (), at(3))
    case = Case(((call, Return(4, at(4))), returning(7, 10)), (CALLEE,), {0: [catching("Division", 1)]})
    done = case.run()
    assert done.end == Returned(7)
    assert done.decisions == (Decision("error", "division-by-zero", at(50)), Decision("branch", True, at(3)))


def test_the_stack_of_an_uncaught_error_is_innermost_first() -> None:
    middle = method("A", "middle()V", (Invoke(DISCARD, "A", "fail()V", (), at(40)), Return(0, at(41))))
    main = (Invoke(DISCARD, "A", "middle()V", (), at(3)), Return(4, at(4)))
    end = Case((main,), (CALLEE, middle)).run().end
    assert end == Threw(ErrorKind.ARITHMETIC, "/ by zero", at(50), "Division", (at(50), at(40), at(3)))


@pytest.mark.parametrize(
    ("name", "error"),
    [("java.lang.Exception", ErrorKind.EXCEPTION), ("java.lang.AssertionError", ErrorKind.ASSERTION)],
)
def test_a_thrown_object_is_told_by_the_place_where_it_was_made(name: str, error: ErrorKind) -> None:
    make = method("A", "make()V", (New(1, name, at(50)), Return(1, at(51))))
    main = (Invoke(4, "A", "make()V", (), at(3)), Throw(4, at(4)))
    done = Case((main,), (make,)).run()
    assert done.end == Threw(error, "", at(50), name, (at(50), at(3)))
    assert done.decisions == ()


def test_null_is_thrown_as_an_error() -> None:
    end = Case(((Throw(0, at(1)),),)).run().end
    assert isinstance(end, Threw)
    assert (end.error, end.exception) == (ErrorKind.NULL, "java.lang.NullPointerException")


@HEAPS
def test_an_exception_of_the_input_is_told_by_the_place_of_its_throw(kind: type[ConcreteHeap]) -> None:
    thrower = method("A", "throw()V", (Throw(0, at(50)),))
    main = (Invoke(DISCARD, "A", "throw()V", (0,), at(3)), Return(4, at(4)))
    done = Case((main,), (thrower,)).run({1: ConcreteObject("Bounds")}, kind=kind, a=1)
    assert isinstance(done.end, Threw)
    assert (done.end.error, done.end.exception, done.end.stack) == (ErrorKind.EXCEPTION, "", (at(50), at(3)))
    assert done.thrown == 1


def test_a_caught_error_that_is_thrown_again_keeps_its_birth() -> None:
    done = Case(((DEREFERENCE, Return(4, at(2))), (Throw(9, at(10)),)), handlers={0: [Handler(None, 1, 9)]}).run()
    assert isinstance(done.end, Threw)
    assert (done.end.error, done.end.position) == (ErrorKind.NULL, at(1))
    assert len(done.decisions) == 1


def test_nested_finally_blocks_run_from_the_inside_out() -> None:
    def noting(digit: int, line: int) -> tuple[Instruction, ...]:
        return (Const(7, digit, at(line)), Compute(8, APPEND, (8, 7), at(line)), Throw(9, at(line)))

    blocks = (
        (Const(8, 0, at(1)), DEREFERENCE, Return(4, at(2))),
        noting(1, 10),
        noting(2, 20),
        (Return(8, at(30)),),
    )
    handlers = {0: [Handler(None, 1, 9)], 1: [Handler(None, 2, 9)], 2: [Handler(None, 3, 9)]}
    assert Case(blocks, handlers=handlers).run().end == Returned(12)


def test_an_exception_in_a_handler_replaces_the_first_one() -> None:
    blocks = ((DEREFERENCE, Return(4, at(2))), (New(5, "Bounds", at(10)), Throw(5, at(11))), returning(1, 20))
    handlers = {0: [Handler(None, 1, 9)], 1: [catching("Bounds", 2)]}
    assert Case(blocks, handlers=handlers).run().end == Returned(1)


def test_what_was_written_before_the_exception_stays_written() -> None:
    blocks = (
        (Put(1, "link", (LINK,), 1, at(1)), DEREFERENCE, Return(4, at(2))),
        (Get(4, 1, "link", (LINK,), at(3)), Return(4, at(4))),
    )
    done = Case(blocks, handlers={0: [Handler(None, 1, 9)]}).run({1: ConcreteObject("A")}, b=1)
    assert done.end == Returned(1)


def test_a_check_that_does_not_hold_is_its_error() -> None:
    code = (Check(3, ErrorKind.ARITHMETIC, "/ by zero", at(1)), Return(2, at(2)))
    assert Case((code,)).run(c=True, n=5).end == Returned(5)
    end = Case((code,)).run(c=False).end
    assert isinstance(end, Threw)
    assert (end.error, end.detail, end.exception) == (ErrorKind.ARITHMETIC, "/ by zero", "Division")


def test_a_missing_method_and_a_bad_receiver_of_a_direct_call() -> None:
    missing = Case(((Call(4, "m()V", 0, (), at(1)), Return(4, at(2))),)).run({1: ConcreteObject("C")}, a=1).end
    direct = Case(((Invoke(4, "A", "m()V", (0,), at(1), receiver=True), Return(4, at(2))),)).run().end
    assert isinstance(missing, Threw)
    assert isinstance(direct, Threw)
    assert (missing.exception, direct.exception) == ("NoMethod", "java.lang.NullPointerException")


@HEAPS
def test_a_missing_field_in_a_program_with_exceptions_is_not_supported(kind: type[ConcreteHeap]) -> None:
    done = Case(((DEREFERENCE, Return(4, at(2))), returning(1, 10)), handlers={0: [Handler(None, 1, 9)]})
    assert isinstance(done.run({1: ConcreteObject("C")}, kind=kind, a=1).end, Unsupported)


def test_an_error_without_a_class_ends_the_program_whatever_handlers_there_are() -> None:
    code = (Fail(ErrorKind.UNBOUND, "x", at(5)),)
    end = Case((code, returning(1, 10)), handlers={0: [Handler(None, 1, 9)]}).run().end
    assert end == Threw(ErrorKind.UNBOUND, "x", at(5))


def test_the_message_of_a_thrown_object_is_told() -> None:
    message = Field("java.lang.Throwable", "detailMessage", ref_type("java.lang.String"))
    objects = {
        1: ConcreteObject("java.lang.String", {"value": 2, "coder": 0}),
        2: ConcreteObject("[B", length=2, elements={0: 104, 1: -1}),
    }
    code = (New(5, "Bounds", at(1)), Put(5, "detailMessage", (message,), 0, at(2)), Throw(5, at(3)))
    end = Case((code,)).run(objects, a=1).end
    assert isinstance(end, Threw)
    assert end.detail == "h\xff"
    silent = Case(((New(5, "Bounds", at(1)), Const(0, NULL, at(2)), Throw(5, at(3))),)).run().end
    assert isinstance(silent, Threw)
    assert silent.detail == ""
