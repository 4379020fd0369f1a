"""The grammar."""

from __future__ import annotations

import pytest

from symheap.core.source import Position, SourceError
from symheap.lang.pose import syntax as s
from symheap.lang.pose.lex import Lexer
from symheap.lang.pose.parse import DEEPEST, Parser
from symheap.objects.ir import Operator


def parsed(text: str) -> s.Expression:
    return Parser(Lexer(text, "f").tokens()).main()


def at(column: int) -> Position:
    return Position("f", 1, column)


def test_leaves() -> None:
    assert parsed("null") == s.Literal(None, at(1))
    assert parsed("true") == s.Literal(True, at(1))
    assert parsed("-3") == s.Literal(-3, at(1))
    assert parsed("Y0") == s.Symbol("Y0", at(1))
    assert parsed("new C") == s.New("C", at(1))
    assert parsed("(@ _1)") == s.Marker("_1", at(2))
    assert parsed("((x))") == s.Variable("x", at(3))


@pytest.mark.parametrize(
    ("sign", "operator"),
    [
        ("+", Operator.ADD),
        ("-", Operator.SUB),
        ("<", Operator.LESS),
        ("=", Operator.EQUAL),
        ("&&", Operator.AND),
        ("||", Operator.OR),
    ],
)
def test_binary_operators(sign: str, operator: Operator) -> None:
    expected = s.BinaryOperation(operator, s.Variable("a", at(2)), s.Variable("b", at(5 + len(sign))), at(4))
    assert parsed(f"(a {sign} b)") == expected


def test_subtraction_of_a_literal_is_no_negative_number() -> None:
    expected = s.BinaryOperation(Operator.SUB, s.Variable("a", at(2)), s.Literal(1, at(5)), at(4))
    assert parsed("(a -1)") == expected


def test_members_stand_at_their_name() -> None:
    a = s.Variable("a", at(2))
    assert parsed("(a.f)") == s.GetField(a, "f", at(4))
    assert parsed("(a.f := 1)") == s.PutField(a, "f", s.Literal(1, at(9)), at(4))
    assert parsed("(a.m[])") == s.Invoke(a, "m", (), at(4))
    assert parsed("(a.m[b, 1])") == s.Invoke(a, "m", (s.Variable("b", at(6)), s.Literal(1, at(9))), at(4))


def test_let_and_if_reach_as_far_as_they_can() -> None:
    tree = parsed("let x := if a then b else c in let y := 1 in (x instanceof C)")
    assert isinstance(tree, s.Let)
    assert isinstance(tree.value, s.If)
    assert isinstance(tree.body, s.Let)
    assert isinstance(tree.body.body, s.InstanceOf)


def test_a_class_with_members_in_any_order() -> None:
    text = "class C extends D { int f; bool m() := true; C n(int a, bool b) := null; C g; } class E { }"
    c, e = Parser(Lexer(text, "f").tokens()).classes()
    assert c.parent is not None
    assert (c.parent.name, e.parent) == ("D", None)
    assert [(f.type.name, f.name) for f in c.fields] == [("int", "f"), ("C", "g")]
    assert [(m.name, [p.name for p in m.parameters]) for m in c.methods] == [("m", []), ("n", ["a", "b"])]


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", "expected an expression, found the end of the file", 1),
        ("(a b)", "expected an operator, found 'b'", 4),
        ("a b", "expected the end of the file after the program's expression, found 'b'", 3),
        ("let X0 := 1 in 2", "expected the name of a variable, found 'X0'", 5),
        ("if a then b", "expected 'else', found the end of the file", 12),
        ("(a.m[b c])", "expected ']', found 'c'", 8),
        ("(a.)", "expected the name of a field or method, found ')'", 4),
        ("- x", "expected a number, found 'x'", 3),
        ("new int", "expected the name of a class, found 'int'", 5),
    ],
)
def test_syntax_errors_name_the_place(text: str, message: str, column: int) -> None:
    with pytest.raises(SourceError) as error:
        parsed(text)
    assert (error.value.message, error.value.position) == (message, at(column))


def test_nesting_of_brackets_is_capped() -> None:
    assert parsed("(~ " * DEEPEST + "a" + ")" * DEEPEST) is not None
    with pytest.raises(SourceError, match="nested deeper"):
        parsed("(~ " * (DEEPEST + 1) + "a" + ")" * (DEEPEST + 1))
