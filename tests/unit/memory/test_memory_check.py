"""The problems that the check of the IR finds."""

from __future__ import annotations

import pytest

from symheap.core.source import Position
from symheap.memory.check import check, unset_registers
from symheap.memory.expressions import AddressOf, Binary, Conversion, Convert, Number, Operator, Register
from symheap.memory.ir import (
    Allocate,
    Assign,
    Block,
    Branch,
    Call,
    Command,
    Copy,
    DataModel,
    End,
    Enter,
    Fill,
    Free,
    Function,
    Global,
    Jump,
    Leave,
    Lifetime,
    Load,
    Local,
    Nondet,
    Piece,
    Program,
    Reallocate,
    Return,
    Store,
)

AT = Position("a.c", 1, 1)
X = Register("x", 4)
P = Register("p", 8)


def program(*commands: Command, end: End | None = None, globals_: dict[str, Global] | None = None) -> Program:
    block = Block("entry", commands, end or Return(None, AT))
    function = Function("main", (X, P), None, "entry", {"entry": block}, AT)
    return Program(DataModel.LP64, {"main": function}, globals_ or {}, "main")


def test_a_program_that_is_well_formed() -> None:
    local = Local("a", 8)
    good = program(
        Enter((local,), AT),
        Nondet(X, AT),
        Load(P, AddressOf("a", 8, local=True), AT),
        Store(Binary(Operator.ADD, P, Number(4, 8)), X, AT),
        Copy(P, P, Number(4, 8), AT),
        Fill(P, Number(0, 1), Number(4, 8), AT),
        Allocate(P, Number(4, 8), AT),
        Reallocate(P, P, Number(8, 8), AT),
        Free(P, AT),
        Call(None, "main", (X, P), AT),
        Leave((local,), AT),
    )
    assert check(good) == []


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (Assign(X, Number(0, 8), AT), "x has 4 bytes and its value 8"),
        (Assign(X, Register("y", 4), AT), "y may be read before it is set"),
        (Assign(Register("x", 8), Number(0, 8), AT), "x has two sizes"),
        (Assign(X, Number(1 << 31, 4), AT), "is not the two's complement"),
        (Assign(X, Binary(Operator.ADD, X, Number(0, 8)), AT), "operands of 4 and 8 bytes"),
        (Assign(X, Convert(Conversion.TRUNCATE, X, 4), AT), "does not narrow"),
        (Assign(X, Convert(Conversion.ZERO_EXTEND, P, 4), AT), "does not widen"),
        (Load(X, X, AT), "the address x has 4 bytes"),
        (Store(AddressOf("g", 8), X, AT), "no global g"),
        (Store(AddressOf("l", 8, local=True), X, AT), "no local l"),
        (Store(AddressOf("main", 4), X, AT), "the address &main has 4 bytes"),
        (Copy(P, P, X, AT), "as wide as pointers"),
        (Fill(P, X, Number(1, 8), AT), "and a byte"),
        (Allocate(X, Number(1, 8), AT), "as wide as pointers"),
        (Reallocate(P, X, Number(1, 8), AT), "as wide as pointers"),
        (Call(None, "f", (), AT), "no function f"),
        (Call(None, "main", (X,), AT), "have not the sizes of its parameters"),
        (Call(X, "main", (X, P), AT), "the result of main has another size"),
        (Call(None, X, (), AT), "not as wide as a pointer"),
    ],
)
def test_what_is_wrong_with_a_command(command: Command, message: str) -> None:
    problems = check(program(command))
    assert any(message in problem.message for problem in problems)
    assert "a.c:1:1" in str(problems[0])


@pytest.mark.parametrize(
    ("end", "message"),
    [
        (Jump("nowhere", AT), "no block nowhere"),
        (Branch(X, "entry", "nowhere", AT), "no block nowhere"),
        (Return(X, AT), "has not the size of the function's result"),
    ],
)
def test_what_is_wrong_with_an_end(end: End, message: str) -> None:
    assert any(message in problem.message for problem in check(program(end=end)))


def test_globals_have_constant_pieces_that_do_not_overlap() -> None:
    def made(*pieces: Piece) -> list[str]:
        globals_ = {"g": Global("g", 8, Lifetime.GLOBAL, pieces, AT)}
        return [problem.message for problem in check(program(globals_=globals_))]

    assert made(Piece(0, Number(1, 4)), Piece(4, Number(2, 4))) == []
    assert made(Piece(0, Number(1, 4)), Piece(2, Number(2, 4))) != []
    assert made(Piece(6, Number(1, 4))) != []
    assert made(Piece(0, X)) != []
    assert made(Piece(0, AddressOf("h", 8))) == ["no global h"]


def test_locals_are_the_same_everywhere() -> None:
    result = check(program(Enter((Local("a", 4),), AT), Leave((Local("a", 8),), AT)))
    assert [problem.message for problem in result] == ["two locals a"]


def test_an_entry_that_is_not_there() -> None:
    assert check(Program(DataModel.LP64, {}, {}, "main")) != []
    assert check(Program(DataModel.LP64, {}, {}, "")) == []


def test_a_register_is_unset_if_one_path_does_not_set_it() -> None:
    y = Register("y", 4)
    blocks = {
        "entry": Block("entry", (), Branch(X, "set", "join", AT)),
        "set": Block("set", (Assign(y, X, AT),), Jump("join", AT)),
        "join": Block("join", (), Branch(y, "entry", "end", AT)),
        "end": Block("end", (), Return(None, AT)),
    }
    assert unset_registers(Function("f", (X,), None, "entry", blocks, AT)) == {y}
    blocks["join"] = Block("join", (Assign(y, X, AT),), Branch(y, "entry", "end", AT))
    assert unset_registers(Function("f", (X,), None, "entry", blocks, AT)) == set()
