"""The concrete interpreter, instruction by instruction."""

from __future__ import annotations

import pytest

from symheap.core.model import Plain
from symheap.core.outcome import Bound, Cut, ErrorKind, Returned, Threw
from symheap.core.source import Position
from symheap.core.terms import NULL, Value
from symheap.core.types import BOOL_TYPE, INT_TYPE, ClassInfo, ClassTable, Field, Type, ref_type
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.decisions import Decision
from symheap.objects.interpreter import ConcreteRun, run
from symheap.objects.ir import (
    Binary,
    Branch,
    Call,
    Cast,
    Const,
    Fail,
    Get,
    Input,
    InputDecl,
    Instruction,
    IsA,
    Jump,
    Method,
    Move,
    New,
    Operator,
    Program,
    Put,
    Return,
    Unary,
)

NEXT = Field("A", "next", ref_type("A"))
VAL = Field("A", "val", INT_TYPE)
FLAG = Field("D", "flag", BOOL_TYPE)
VAL_OF_D = Field("D", "val", INT_TYPE)
TABLE = ClassTable(
    [
        ClassInfo("A", "Object", (NEXT, VAL), frozenset({"m/1", "loop/0"})),
        ClassInfo("B", "A", (), frozenset({"m/1"})),
        ClassInfo("D", "Object", (FLAG, VAL_OF_D)),
    ]
)
INPUTS = (("a", ref_type("Object")), ("d", ref_type("Object")), ("n", INT_TYPE), ("c", BOOL_TYPE))


def at(line: int) -> Position:
    return Position("t", line, 1)


def method(owner: str, key: str, registers: int, *blocks: tuple[Instruction, ...]) -> Method:
    return Method(owner, key, (), registers, blocks, at(0))


M_OF_A = method("A", "m/1", 2, (Return(1, at(90)),))
M_OF_B = method("B", "m/1", 2, (Return(0, at(91)),))
LOOP = method("A", "loop/0", 2, (Call(1, "loop/0", 0, (), at(92)), Return(1, at(93))))


def program(*blocks: tuple[Instruction, ...]) -> Program:
    """Return a program in which registers 0 to 3 hold the inputs."""
    methods = {(m.owner, m.key): m for m in (M_OF_A, M_OF_B, LOOP)}
    inputs = tuple(InputDecl(name, t, TABLE.everything()) for name, t in INPUTS)
    return Program(TABLE, methods, method("", "main/0", 8, *blocks), inputs, (0, 1, 2, 3))


def initial(a: Plain = 1) -> ConcreteHeap:
    objects = {
        1: ConcreteObject("A", {"next": 2, "val": 5}),
        2: ConcreteObject("B", {}),
        3: ConcreteObject("D", {"flag": True}),
    }
    return ConcreteHeap(TABLE, {"a": a, "d": 3, "n": 7, "c": True}, objects)


def ran(*instructions: Instruction, a: Plain = 1, max_calls: int = 3) -> ConcreteRun:
    return run(program((*instructions, Return(4, at(99)))), initial(a), max_calls=max_calls)


def constant(dst: int, value: Value) -> Const:
    return Const(dst, value, at(1))


@pytest.mark.parametrize(
    ("op", "a", "b", "value"),
    [
        (Operator.ADD, 2, 3, 5),
        (Operator.SUB, 2, 3, -1),
        (Operator.LESS, 2, 3, True),
        (Operator.LESS, 3, 3, False),
        (Operator.EQUAL, 3, 3, True),
        (Operator.EQUAL, True, False, False),
        (Operator.EQUAL, NULL, NULL, True),
        (Operator.AND, True, False, False),
        (Operator.OR, False, True, True),
    ],
)
def test_operators(op: Operator, a: Value, b: Value, value: Plain) -> None:
    done = ran(constant(4, a), constant(5, b), Binary(4, op, 4, 5, at(2)))
    assert isinstance(done.end, Returned)
    assert (done.end.value, type(done.end.value), done.returned_ref) == (value, type(value), False)


@pytest.mark.parametrize(
    ("op", "a", "b"),
    [
        (Operator.ADD, 1, True),
        (Operator.SUB, NULL, 1),
        (Operator.LESS, False, True),
        (Operator.EQUAL, 1, True),
        (Operator.EQUAL, 0, NULL),
        (Operator.EQUAL, False, NULL),
        (Operator.AND, False, 1),
        (Operator.OR, True, NULL),
    ],
)
def test_operators_on_values_of_another_kind(op: Operator, a: Value, b: Value) -> None:
    end = ran(constant(4, a), constant(5, b), Binary(4, op, 4, 5, at(2))).end
    assert isinstance(end, Threw)
    assert (end.error, end.position) == (ErrorKind.TYPE, at(2))


@pytest.mark.parametrize(
    "instruction",
    [
        Unary(4, Operator.NOT, 2, at(2)),
        Get(4, 2, "val", (VAL,), at(2)),
        Put(2, "val", (VAL,), 2, at(2)),
        Put(0, "val", (VAL,), 0, at(2)),
        Put(0, "val", (VAL,), 3, at(2)),
        Put(0, "next", (NEXT,), 2, at(2)),
        Put(1, "flag", (FLAG,), 2, at(2)),
        IsA(4, 2, TABLE.everything(), at(2)),
        Cast(4, 3, TABLE.everything(), at(2)),
        Call(4, "m/1", 2, (0,), at(2)),
    ],
)
def test_operands_of_the_wrong_kind(instruction: Instruction) -> None:
    end = ran(instruction).end
    assert isinstance(end, Threw)
    assert (end.error, end.position) == (ErrorKind.TYPE, at(2))


def test_branching_on_a_number_is_a_type_error() -> None:
    end = run(program((Branch(2, 1, 1, at(2)),), (Return(2, at(3)),)), initial(), max_calls=0).end
    assert isinstance(end, Threw)
    assert end.error is ErrorKind.TYPE


def test_values_move() -> None:
    assert ran(Input(5, 2, at(1)), Move(4, 5, at(2))).end == Returned(7)
    assert ran(Unary(4, Operator.NOT, 3, at(1))).end == Returned(False)


def test_a_returned_reference_says_that_it_is_one() -> None:
    done = ran(Get(4, 0, "next", (NEXT,), at(1)))
    assert (done.end, done.returned_ref) == (Returned(2), True)
    assert type(done.end.value) is int if isinstance(done.end, Returned) else False


def test_writes_are_seen_through_an_alias_and_not_in_the_given_heap() -> None:
    heap = initial()
    code = (Move(5, 0, at(1)), Put(5, "val", (VAL,), 2, at(2)), Get(4, 0, "val", (VAL,), at(3)), Return(4, at(4)))
    done = run(program(code), heap, max_calls=0)
    assert done.end == Returned(7)
    assert heap == initial()
    assert done.heap.objects[1].fields["val"] == 7


def test_new_objects_have_default_fields_and_negative_numbers() -> None:
    done = ran(New(4, "B", at(1)))
    assert isinstance(done.end, Returned)
    assert done.end.value < 0
    assert ran(New(5, "B", at(1)), Get(4, 5, "val", (VAL,), at(2))).end == Returned(0)
    new_next = ran(New(5, "B", at(1)), Get(4, 5, "next", (NEXT,), at(2)))
    assert (new_next.end, new_next.returned_ref) == (Returned(0), True)


@pytest.mark.parametrize(
    "instruction",
    [
        Get(4, 0, "val", (VAL, VAL_OF_D), at(2)),
        Put(0, "val", (VAL,), 2, at(2)),
        Put(0, "val", (VAL,), 3, at(2)),
        Call(4, "m/1", 0, (0,), at(2)),
    ],
)
def test_null_has_no_members(instruction: Instruction) -> None:
    done = ran(instruction, a=0, max_calls=0)
    assert isinstance(done.end, Threw)
    assert (done.end.error, done.end.position, done.decisions) == (ErrorKind.NULL, at(2), ())


def test_missing_members() -> None:
    fields = ran(Get(4, 1, "next", (NEXT,), at(2))).end
    methods = ran(Call(4, "m/1", 1, (0,), at(2)), max_calls=0).end
    assert isinstance(fields, Threw)
    assert isinstance(methods, Threw)
    assert (fields.error, methods.error) == (ErrorKind.NO_FIELD, ErrorKind.NO_METHOD)


@pytest.mark.parametrize(("reg", "owner", "value"), [(0, "A", 5), (1, "D", 0)])
def test_one_of_several_fields_is_a_decision(reg: int, owner: str, value: int) -> None:
    done = ran(Get(4, reg, "val", (VAL, VAL_OF_D), at(2)))
    assert (done.end, done.decisions) == (Returned(value), (Decision("field", owner, at(2)),))


def test_type_tests_and_casts() -> None:
    b = TABLE.subtypes("B")
    assert ran(IsA(4, 0, TABLE.subtypes("A"), at(1))).end == Returned(True)
    assert ran(IsA(4, 0, b, at(1))).end == Returned(False)
    assert ran(IsA(4, 0, TABLE.everything(), at(1)), a=0).end == Returned(False)
    assert ran(Cast(4, 0, b, at(1)), a=0).end == Returned(0)
    assert ran(Cast(4, 0, b, at(1)), a=2).end == Returned(2)
    end = ran(Cast(4, 0, b, at(1))).end
    assert isinstance(end, Threw)
    assert end.error is ErrorKind.CAST


@pytest.mark.parametrize(("receiver", "provider", "value"), [(1, "A", 3), (2, "B", 2)])
def test_a_call_runs_the_body_of_the_receivers_class(receiver: int, provider: str, value: int) -> None:
    done = ran(Call(4, "m/1", 0, (1,), at(2)), a=receiver)
    assert (done.end, done.decisions) == (Returned(value), (Decision("call", provider, at(2)),))


@pytest.mark.parametrize("max_calls", [0, 1, 5])
def test_a_call_beyond_the_bound_is_decided_and_then_cut(max_calls: int) -> None:
    done = ran(Call(4, "loop/0", 0, (), at(2)), max_calls=max_calls)
    assert done.end == Cut(Bound.CALLS, at(92) if max_calls else at(2))
    assert len(done.decisions) == max_calls + 1


def test_branches_are_decisions_and_loops_end_at_the_bound_on_steps() -> None:
    code = program((Branch(3, 1, 2, at(1)),), (Jump(1, at(2)),), (Return(2, at(3)),))
    heap = initial()
    done = run(code, heap, max_calls=0, max_steps=50)
    assert (done.end, done.decisions) == (Cut(Bound.DEPTH, at(2)), (Decision("branch", True, at(1)),))
    heap.roots["c"] = False
    assert run(code, heap, max_calls=0, max_steps=50).end == Returned(7)


def test_fail_is_an_end() -> None:
    assert ran(Fail(ErrorKind.UNBOUND, "x", at(5))).end == Threw(ErrorKind.UNBOUND, "x", at(5))


class Asked(ConcreteHeap):
    """Decides nothing before it is asked, and records the questions."""

    def copy(self) -> Asked:
        return self

    def class_of(self, number: int) -> str:
        self.objects.setdefault(number, ConcreteObject("A"))
        return super().class_of(number)

    def get(self, number: int, f: Field) -> Plain:
        self.objects[number].fields.setdefault(f.name, 40 + number)
        return super().get(number, f)


def test_a_heap_may_decide_when_it_is_asked() -> None:
    heap = Asked(TABLE, {"a": 1, "d": 3, "n": 7, "c": True})
    code = (Get(5, 0, "next", (NEXT,), at(1)), Get(4, 5, "val", (VAL,), at(2)), Return(4, at(3)))
    assert run(program(code), heap, max_calls=0).end == Returned(81)
    assert heap.objects == {1: ConcreteObject("A", {"next": 41}), 41: ConcreteObject("A", {"val": 81})}


def test_types_of_the_inputs_are_as_declared() -> None:
    declared: dict[str, Type] = {i.name: i.type for i in program((Return(0, at(1)),)).inputs}
    assert declared["n"] is INT_TYPE
