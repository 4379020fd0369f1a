from __future__ import annotations

import pytest
from javalite_concrete import Objects, ends, machine, method

from symheap.core.outcome import Bound, Cut, ErrorKind, Returned, Threw
from symheap.core.source import Position
from symheap.core.terms import NULL, Term
from symheap.lang.javalite import kontinuation as k
from symheap.lang.javalite.state import MachineState

MORE = """(class A ([int i] [A a] [bool b]) ((int n ([int x]) (x + 1)) (int who () 1)))
(class B extends A () ((int who () 2)))
"""


def only_end(body: str, result: str = "int", parameters: str = "", **roots: str) -> MachineState[Objects]:
    [end] = ends(method(body, result, parameters, "[int f] [A a]", MORE), roots)
    return end


def value(body: str, result: str = "int", parameters: str = "", **roots: str) -> object:
    end = only_end(body, result, parameters, **roots).end
    assert isinstance(end, Returned)
    return end.value


def rules(body: str, result: str = "int", parameters: str = "", **roots: str) -> list[str]:
    """Return the names of the rules in a run without choices."""
    m = machine(method(body, result, parameters, "[int f] [A a]", MORE), roots)
    state = m.initial()
    names: list[str] = []
    while True:
        successors = m.step(state)
        if not successors:
            return names
        [(name, state)] = successors
        names.append(name)


@pytest.mark.parametrize(
    ("body", "result", "expected"),
    [
        ("7", "int", 7),
        ("null", "A", NULL),
        ("unit", "unit", 0),
        ("(begin)", "unit", 0),
        ("(begin 1 2 3)", "int", 3),
        ("((1 + 2) - 5)", "int", -2),
        ("((1 < 2) and (not (2 < 1)))", "bool", True),
        ("(false or false)", "bool", False),
        ("(1 = 1)", "bool", True),
        ("(true = false)", "bool", False),
        ("(null = null)", "bool", True),
        ("(this = this)", "bool", True),
        ("(this = (new C))", "bool", False),
        ("(if (this = null) 1 else 2)", "int", 2),
        ("(this $ f)", "int", 0),
        ("((new A) $ b)", "bool", False),
        ("((new A) $ a)", "A", NULL),
        ("(this $ f := 4)", "int", 4),
        ("(begin (this $ f := 4) (this $ f))", "int", 4),
        ("(var A x := (new A) in (var A y := x in (begin (x $ i := 5) (y $ i))))", "int", 5),
        ("(var A x := (new B) in (x @ who ()))", "int", 2),
        ("((new A) @ n (((new B) @ n (1))))", "int", 3),
        ("((new B) instanceof A)", "bool", True),
        ("((new A) instanceof B)", "bool", False),
        ("(null instanceof A)", "bool", False),
        ("((A (new B)) @ who ())", "int", 2),
        ("(A null)", "A", NULL),
    ],
)
def test_values(body: str, result: str, expected: object) -> None:
    ended = value(body, result)
    assert ended == expected
    assert type(ended) is type(expected)


def test_an_assignment_to_an_outer_variable_outlives_the_inner_scope() -> None:
    assert value("(var int x := 1 in (begin (var int y := 2 in (x := (x + y))) x))") == 3


def test_the_end_of_a_scope_forgets_its_variable_only() -> None:
    end = only_end("(var int x := 1 in (begin (var int y := 2 in y) (x := 5)))", "int", "[int p]")
    assert set(end.environment) == {"this", "p"}


def test_a_call_leaves_its_callers_variables_alone() -> None:
    text = "(((class C () ((int m () (var int x := 1 in (begin (this @ n (2)) x))) (int n ([int x]) (x := 9))))) (C m))"
    [end] = ends(text)
    assert end.end == Returned(1)


def test_operands_are_evaluated_from_left_to_right() -> None:
    assert value("(var int x := 1 in (x - (x := 5)))") == -4
    assert value("(var int x := 1 in ((x := 5) - x))") == 0


def test_the_written_object_is_looked_up_after_the_value() -> None:
    body = "(var A x := (new A) in (var A y := x in (begin (x $ a := (x := (new A))) (y $ a))))"
    assert value(body, "A") is NULL


@pytest.mark.parametrize(
    ("body", "error", "detail", "column"),
    [
        ("(begin (p $ i) 1)", ErrorKind.NULL, "i", 8),
        ("(begin (p $ i := 3) 1)", ErrorKind.NULL, "i", 8),
        ("(1 + (p @ who ()))", ErrorKind.NULL, "who/0", 6),
        ("(begin (B (new A)) 1)", ErrorKind.CAST, "B", 8),
    ],
)
def test_errors_are_ends_with_a_place(body: str, error: ErrorKind, detail: str, column: int) -> None:
    text = method(body, "int", "[A p]", more=MORE)
    line = text[: text.index("\n" + body) + 1].count("\n") + 1
    [state] = ends(text)
    assert state.end == Threw(error, detail, Position("test.jl", line, column))
    assert state.key[-1] == f"{error.value}@test.jl:{line}:{column}"


def test_arguments_are_evaluated_before_the_receiver_is_looked_at() -> None:
    state = only_end("(p @ n ((q $ i)))", "int", "[A p] [A q]")
    assert isinstance(state.end, Threw)
    assert state.end.detail == "i"


def test_a_call_that_nests_too_deep_is_cut_at_its_place() -> None:
    body = "(if (i = 0) 0 else (this @ n ((i - 1))))"
    text = f"(((class C () ((int m () (this @ n (3))) (int n ([int i])\n{body})))) (C m))"
    [complete] = ends(text, max_calls=4)
    assert complete.end == Returned(0)
    assert complete.calls == 0
    [cut] = ends(text, max_calls=3)
    assert cut.end == Cut(Bound.CALLS, Position("test.jl", 2, 20))
    assert cut.key == ("C", "false", "C", "false", "C", "false", "C", "max-calls@test.jl:2:20")


def test_decisions_are_recorded_where_the_lowered_program_has_them() -> None:
    state = only_end("(if (p = q) 1 else (if (p instanceof B) (p @ who ()) else 3))", "int", "[A p] [A q]", p="B")
    assert [(d.kind, d.choice, d.position.column) for d in state.decisions.all()] == [
        ("branch", False, 5),
        ("branch", False, 1),
        ("branch", True, 24),
        ("branch", True, 20),
        ("call", "B", 41),
    ]


def test_a_symbolic_condition_has_both_successors() -> None:
    states = ends(method("(if b 1 else 2)", "int", "[bool b]"))
    assert [(s.end, s.key) for s in states] == [(Returned(1), ("true", "return")), (Returned(2), ("false", "return"))]
    assert [str(c) for s in states for c in s.path.conjuncts()] == ["b", "!b"]


def test_arithmetic_on_inputs_is_a_term() -> None:
    result = value("((x + 1) < x)", "bool", "[int x]")
    assert isinstance(result, Term)
    assert str(result) == "(x + 1) < x"


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("(this $ f)", ["FIELD ACCESS (EVAL)", "VARIABLE LOOKUP", "FIELD ACCESS"]),
        ("(this $ f := 1)", ["FIELD WRITE (EVAL)", "VALUE", "FIELD WRITE"]),
        (
            "(begin (null = (new A)) 1 2)",
            [
                "BEGIN (ARG0 EVAL)",
                "EQUALS (L-OPERAND EVAL)",
                "NULL",
                "EQUALS (R-OPERAND EVAL)",
                "NEW",
                "EQUALS (REFERENCES-FALSE)",
                "BEGIN (ARGI EVAL)",
                "VALUE",
                "BEGIN (ARGN EVAL)",
                "VALUE",
                "BEGIN",
            ],
        ),
        (
            "(if (1 = 1) 2 else 3)",
            [
                "IF-THEN-ELSE (EVAL)",
                "EQUALS (L-OPERAND EVAL)",
                "VALUE",
                "EQUALS (R-OPERAND EVAL)",
                "VALUE",
                "EQUALS (BOOL)",
                "IF-THEN-ELSE (TRUE)",
                "VALUE",
            ],
        ),
        (
            "(var int x := 1 in (x := 2))",
            [
                "VARIABLE DECLARATION (EVAL)",
                "VALUE",
                "VARIABLE DECLARATION",
                "VARIABLE ASSIGNMENT (EVAL)",
                "VALUE",
                "VARIABLE ASSIGNMENT",
                "POP",
            ],
        ),
        (
            "((new A) @ n (1))",
            [
                "METHOD INVOCATION (OBJECT EVAL)",
                "NEW",
                "METHOD INVOCATION (ARG EVAL)",
                "VALUE",
                "METHOD INVOCATION",
                "BINARY (L-OPERAND EVAL)",
                "VARIABLE LOOKUP",
                "BINARY (R-OPERAND EVAL)",
                "VALUE",
                "BINARY",
                "POP",
            ],
        ),
        ("(begin (begin) 1)", ["BEGIN (ARG0 EVAL)", "BEGIN (NO ARGS)", "BEGIN (ARGN EVAL)", "VALUE", "BEGIN"]),
        (
            "(begin ((C this) instanceof A) (not true) 1)",
            [
                "BEGIN (ARG0 EVAL)",
                "INSTANCEOF (EVAL)",
                "TYPECAST (EVAL)",
                "VARIABLE LOOKUP",
                "TYPECAST",
                "INSTANCEOF (FALSE)",
                "BEGIN (ARGI EVAL)",
                "NOT (EVAL)",
                "VALUE",
                "NOT",
                "BEGIN (ARGN EVAL)",
                "VALUE",
                "BEGIN",
            ],
        ),
    ],
)
def test_rules_by_name(body: str, names: list[str]) -> None:
    assert rules(body) == names


def test_frames_are_shown_as_the_papers_write_them() -> None:
    two = "(int two ([int x] [int y]) (begin (this instanceof C) (x - y)))"
    condition = "(not (1 = ((this $ f := 3) + (this @ two (1 ((C this) $ f))))))"
    body = f"(begin (var int x := (if {condition} 1 else 2) in (x := 5)) 7)"
    text = f"(((class C ([int f]) ({two} (int m () {body})))) (C m))"
    m = machine(text)
    shown: set[str] = set()
    pending = [m.initial()]
    while pending:
        state = pending.pop()
        shown.update(k.show_frame(frame) for frame in k.frames(state.kontinuation))
        pending.extend(successor for _, successor in m.step(state))
    assert {
        "(begin * (7))",
        "(begin * ())",
        "(var int x := * in (x := 5))",
        "(if * 1 else 2)",
        "(not *)",
        "(* = ((this $ f := 3) + (this @ two (1 …))))",
        "(1 = *)",
        "(* + (this @ two (1 (… $ f))))",
        "(3 + *)",
        "(this $ f := *)",
        "(* @ two (1 ((C this) $ f)))",
        "(C#0 @ two () * (((C this) $ f)))",
        "(C#0 @ two (1) * ())",
        "(* $ f)",
        "(C *)",
        "(pop ([this → C#0]))",
        "(* instanceof C)",
        "(pop x)",
        "(x := *)",
        "(* - y)",
        "(1 - *)",
    } <= shown
