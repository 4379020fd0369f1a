"""The IR as text."""

from __future__ import annotations

from symheap.core.source import Position
from symheap.memory.expressions import AddressOf, Binary, Number, Operator, Register
from symheap.memory.ir import (
    Allocate,
    Assert,
    Assume,
    Block,
    Branch,
    Call,
    Command,
    DataModel,
    Enter,
    Fill,
    Function,
    Global,
    Halt,
    Leave,
    Lifetime,
    Load,
    Local,
    Nondet,
    Piece,
    Program,
    Reallocate,
    Refuse,
    Return,
    Store,
)
from symheap.memory.text import command_text, end_text, program_text

AT = Position("a.c", 1, 1)
X = Register("x", 4)
P = Register("p", 8)


def test_a_program() -> None:
    block = Block("entry", (Nondet(X, AT), Load(P, AddressOf("g", 8), AT)), Return(X, AT))
    program = Program(
        DataModel.LP64,
        {"main": Function("main", (), 4, "entry", {"entry": block}, AT, is_static=True)},
        {
            "g": Global("g", 8, Lifetime.GLOBAL, (Piece(0, AddressOf("g", 8)),), AT),
            "e": Global("e", 4, Lifetime.GLOBAL, (), AT, extern=True),
        },
        "main",
        ("allocation succeeds",),
    )
    assert program_text(program) == (
        "global g:8 = {0: &g}\n\nglobal e:4 = anything\n\n"
        "static function main() -> 4\nentry:\n    x = anything\n    p = load8 &g\n    return x\n\n"
        "assuming allocation succeeds\n"
    )


def test_commands() -> None:
    local = Local("a", 12)
    shown: dict[Command, str] = {
        Store(P, X, AT): "store4 p <- x",
        Fill(P, None, Number(4, 8), AT): "fill 4 bytes p <- anything",
        Allocate(P, Number(4, 8), AT, zero=True, may_fail=True): "p = allocate 4 zero or null",
        Allocate(P, Number(4, 8), AT, lifetime=Lifetime.LOCAL): "p = allocate local 4",
        Reallocate(P, P, Number(4, 8), AT, may_fail=True): "p = reallocate p to 4 or null",
        Enter((local,), AT): "enter a:12",
        Leave((local,), AT): "leave a",
        Assume(Binary(Operator.SLT, X, Number(3, 4)), AT): "assume (x <s 3)",
        Assert(X, "it's", AT): 'assert x "it\'s"',
        Call(X, "f", (P, Number(3, 4)), AT): "x = call f(p, 3:4)",
        Call(None, P, (), AT): "call *p()",
        Refuse("assembler", AT): "refuse 'assembler'",
    }
    assert {command: command_text(command) for command in shown} == shown


def test_ends() -> None:
    assert end_text(Branch(X, "a", "b", AT)) == "if x goto a else b"
    assert end_text(Halt("exit", AT)) == "halt exit"
    assert end_text(Return(None, AT)) == "return"
