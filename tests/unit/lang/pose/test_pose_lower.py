"""From the language to the object IR: the meaning, tested by running it."""

from __future__ import annotations

import pytest

from symheap.core.model import Plain
from symheap.core.outcome import ErrorKind, Returned, Threw
from symheap.core.source import Position, SourceError
from symheap.lang.pose.lower import MAIN, load
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.interpreter import ConcreteRun, run

CLASSES = """
class A { int i; bool b; A next;
  int pick(int a, int b) := (a - b);
  A self() := this;
  int lost() := (nothing + 1);
  int wrong() := (this.nofield);
  int write() := (this.nofield := 1);
  int call() := (this.nomethod[1, 2]);
  int twice() := let x := if (this.b) then (lost + 1) else 5 in (x + 1);
  int never() := let x := if (this.b) then lost else lost in (x + 1);
}
class B extends A { A self() := null; }
"""


def ran(main: str, a: dict[str, Plain] | None = None, **roots: Plain) -> ConcreteRun:
    program = load(CLASSES + main, "f")
    heap = ConcreteHeap(program.table, {"Y0": 1, **roots}, {1: ConcreteObject("A", a or {})})
    return run(program, heap, max_calls=10)


@pytest.mark.parametrize(
    ("main", "value"),
    [
        ("((3 - 1) + -5)", -3),
        ("((1 < 2) && (~ (2 < 1)))", True),
        ("((1 = 1) || false)", True),
        ("let x := 1 in let x := (x + 1) in (x + x)", 4),
        ("let x := 1 in (let x := 2 in x - x)", 1),
        ("if (1 = 2) then 1 else if true then 2 else 3", 2),
        ("let x := if false then 1 else let y := 2 in y in (x + 1)", 3),
        ("(Y0.pick[5, 3])", 2),
        ("((Y0.i := 7) + (Y0.i))", 14),
        ("((Y0.self[]) = Y0)", True),
        ("(((new B).self[]) = null)", True),
        ("(Y0 instanceof B)", False),
        ("(new B instanceof A)", True),
        ("(null instanceof Object)", False),
        ("(@ unbound)", False),
        ("let x := 3 in (@ x)", 3),
        ("((new A).b)", False),
        ("let this := Y0 in ((this.next) = null)", True),
        ("(X0 + 1)", 42),
        ("let y := Y0 in ((y.next := y) = ((y.next).next))", True),
    ],
)
def test_values(main: str, value: Plain) -> None:
    assert ran(main, X0=41).end == Returned(value)


@pytest.mark.parametrize(
    ("main", "error", "column"),
    [
        ("(Y0.lost[])", ErrorKind.UNBOUND, 18),
        ("(Y0.wrong[])", ErrorKind.NO_FIELD, 24),
        ("(Y0.write[])", ErrorKind.NO_FIELD, 24),
        ("(Y0.call[])", ErrorKind.NO_METHOD, 23),
        ("(Y0.never[])", ErrorKind.UNBOUND, 54),
        ("(Y0 + 1)", ErrorKind.TYPE, 5),
        ("if 1 then 2 else 3", ErrorKind.TYPE, 1),
        ("(~ 1)", ErrorKind.TYPE, 2),
        ("(1 = null)", ErrorKind.TYPE, 4),
        ("(1 = true)", ErrorKind.TYPE, 4),
        ("(Y0.i := true)", ErrorKind.TYPE, 5),
        ("(null.i)", ErrorKind.NULL, 7),
        ("((new Object).i)", ErrorKind.NO_FIELD, 15),
        ("((new Object).self[])", ErrorKind.NO_METHOD, 15),
    ],
)
def test_errors_end_the_path_where_they_are_met(main: str, error: ErrorKind, column: int) -> None:
    end = ran(main).end
    assert isinstance(end, Threw)
    assert (end.error, end.position.column) == (error, column)


def test_a_body_with_an_error_runs_where_it_has_none() -> None:
    assert ran("(Y0.twice[])", {"b": False}).end == Returned(6)
    end = ran("(Y0.twice[])", {"b": True}).end
    assert isinstance(end, Threw)
    assert end.error is ErrorKind.UNBOUND


@pytest.mark.parametrize(
    ("main", "message"),
    [
        ("x", "unbound variable 'x'"),
        ("this", "unbound variable 'this'"),
        ("let x := x in 1", "unbound variable 'x'"),
        ("(Y0.nofield)", "no class has a field 'nofield'"),
        ("(Y0.nofield := 1)", "no class has a field 'nofield'"),
        ("(Y0.self[1])", "no class has a method 'self/1'"),
        ("new Nothing", "unknown class 'Nothing'"),
        ("(Y0 instanceof Nothing)", "unknown class 'Nothing'"),
    ],
)
def test_in_the_main_expression_they_are_errors_of_the_source(main: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        load(CLASSES + main, "f")


def test_the_entry_is_a_method_of_no_class() -> None:
    program = load(CLASSES + "\n\n  Y0", "f.pose")
    entry = program.entry
    assert (entry.owner, entry.key, entry.params, program.arguments) == ("", MAIN, (), ())
    assert entry.blocks == ((ir.Input(0, 0, Position("f.pose", 15, 3)), ir.Return(0, Position("f.pose", 15, 3))),)


def test_registers_are_used_again_unless_they_have_a_name() -> None:
    entry = load("let a := 1 in let b := ((a + 2) - (3 + 4)) in (b < (b + 1))", "f").entry
    assert entry.registers == 4
    assert sorted(entry.names.values()) == ["a", "b"]


def test_every_block_ends_with_its_only_end() -> None:
    program = load(CLASSES + "1", "f")
    ends = (ir.Jump, ir.Branch, ir.Return, ir.Fail)
    for method in program.methods.values():
        for block in method.blocks:
            assert [isinstance(i, ends) for i in block] == [False] * (len(block) - 1) + [True]


def test_fields_of_one_name_are_all_candidates() -> None:
    entry = load("class A { int f; } class B { bool f; } class C extends A { int g; } (Y0.f)", "f").entry
    [get] = [i for block in entry.blocks for i in block if isinstance(i, ir.Get)]
    assert [str(f) for f in get.fields] == ["A.f", "B.f"]
