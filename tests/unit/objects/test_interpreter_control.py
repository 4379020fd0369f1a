"""Scalar operations, switches, direct calls, class objects, assumptions and refusals in the concrete interpreter."""

from __future__ import annotations

import pytest
from java_like import ADD, LESS, NEGATE, SUM, Asking, Case, World, at, method

from symheap.core.outcome import Bound, Cut, Returned, Threw, Unsupported
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.decisions import Decision, Excluded, path_key
from symheap.objects.ir import (
    Assume,
    Branch,
    Call,
    ClassOf,
    Compute,
    Const,
    Instruction,
    Invoke,
    Jump,
    NullCheck,
    Operation,
    Refuse,
    Return,
    Switch,
)

HEAPS = pytest.mark.parametrize("kind", [ConcreteHeap, Asking])


@pytest.mark.parametrize(
    ("operation", "args", "value"),
    [
        (NEGATE, (2,), -7),
        (ADD, (2, 2), 14),
        (SUM, (2, 2, 2), 21),
        (LESS, (2, 2), False),
        (Operation("one", lambda: 1), (), 1),
    ],
)
def test_operations(operation: Operation, args: tuple[int, ...], value: int) -> None:
    assert Case(((Compute(4, operation, args, at(1)), Return(4, at(2))),)).run(n=7).end == Returned(value)


def returning(value: int) -> tuple[Instruction, ...]:
    return (Const(4, value, at(90)), Return(4, at(91)))


@pytest.mark.parametrize(("key", "value", "choice"), [(-1, 10, "-1"), (5, 20, "5"), (6, 20, "6"), (0, 30, "default")])
def test_a_switch_is_a_decision_for_the_case(key: int, value: int, choice: str) -> None:
    switch = Switch(2, ((-1, 1), (5, 2), (6, 2)), 3, at(1))
    done = Case(((switch,), returning(10), returning(20), returning(30))).run(n=key)
    assert (done.end, done.decisions) == (Returned(value), (Decision("branch", choice, at(1)),))


def test_a_direct_call_passes_its_arguments_and_decides_nothing() -> None:
    callee = method("A", "add(II)I", (Compute(2, ADD, (0, 1), at(50)), Return(2, at(51))))
    done = Case(((Invoke(4, "A", "add(II)I", (2, 2), at(1)), Return(4, at(2))),), (callee,)).run(n=4)
    assert (done.end, done.decisions) == (Returned(8), ())


@HEAPS
@pytest.mark.parametrize(("name", "provider"), [("A", "A"), ("B", "B")])
def test_a_virtual_call_runs_the_body_of_the_class(kind: type[ConcreteHeap], name: str, provider: str) -> None:
    bodies = tuple(method(owner, "m()V", returning(value)) for owner, value in (("A", 1), ("B", 2)))
    case = Case(((Call(4, "m()V", 0, (), at(1)), Return(4, at(2))),), bodies)
    done = case.run({1: ConcreteObject(name)}, kind=kind, a=1)
    assert (done.end, done.decisions) == (Returned(" AB".index(name)), (Decision("call", provider, at(1)),))


def test_the_bounds_on_calls_and_steps() -> None:
    loop = method("A", "loop()V", (Invoke(1, "A", "loop()V", (0,), at(50)), Return(1, at(51))))
    case = Case(((Invoke(4, "A", "loop()V", (0,), at(1), receiver=False), Return(4, at(2))),), (loop,))
    assert case.run(max_calls=3).end == Cut(Bound.CALLS, at(50))
    assert case.run(max_calls=0).end == Cut(Bound.CALLS, at(1))
    assert Case(((Jump(0, at(1)),),)).run(max_steps=7).end == Cut(Bound.DEPTH, at(1))


@pytest.mark.parametrize(("steps", "ends"), [(2, False), (3, True)])
def test_a_run_of_exactly_the_bound_on_steps_comes_to_its_end(steps: int, ends: bool) -> None:
    code = ((Const(4, 1, at(1)), Jump(1, at(2))), (Return(4, at(3)),))
    assert isinstance(Case(code).run(max_steps=steps).end, Returned) is ends


@HEAPS
def test_the_class_object_of_an_object(kind: type[ConcreteHeap]) -> None:
    world = World()
    case = Case(((ClassOf(4, 0, at(1)), Return(4, at(2))),), world=world)
    done = case.run({1: ConcreteObject("B")}, kind=kind, a=1)
    assert (done.end, done.returned_ref) == (Returned(world.class_object("B").location.number), True)
    assert isinstance(case.run(kind=kind).end, Threw)


def test_null_checks() -> None:
    case = Case(((NullCheck(0, at(1)), Return(2, at(2))),))
    assert case.run({1: ConcreteObject("A")}, a=1, n=3).end == Returned(3)
    end = case.run().end
    assert isinstance(end, Threw)
    assert end.exception == "java.lang.NullPointerException"


def test_an_assumption_that_does_not_hold_ends_the_run_outside_all_paths() -> None:
    case = Case(((Branch(3, 1, 1, at(1)),), (Assume(3, at(2)), Return(2, at(3)))))
    assert case.run(c=True, n=3).end == Returned(3)
    done = case.run(c=False)
    assert done.end == Excluded(at(2))
    assert path_key(done.decisions, done.end) == ("false", "excluded@t:2:1")


def test_a_refusal_is_named() -> None:
    done = Case(((Refuse("native method A.m", at(1)), Return(0, at(2))),)).run()
    assert done.end == Unsupported("native method A.m", at(1))
    assert path_key(done.decisions, done.end) == ("unsupported@t:1:1",)
